/** Listeners of something that happens now. A listener that is added later hears nothing of what happened before. */

export class Callbacks<Value = void> {
  private readonly listeners = new Set<(value: Value) => void>();

  /** Returns how to stop listening. */
  add(listener: (value: Value) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  call(value: Value): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}
