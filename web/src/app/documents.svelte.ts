/** The documents of this machine: the list, and opening another one, which every page of the studio then shows. */

import type { DocumentList, ListedDocument } from "../protocol/generated";

/** What the documents need of the studio. */
export interface DocumentsHost {
  readonly token: string;
}

/** What can be done besides opening a listed document. */
export type DocumentAction = "new" | "duplicate" | "reveal";

export class Documents {
  /** The documents that were changed last, the newest first; null before the studio has answered. */
  list = $state.raw<readonly ListedDocument[] | null>(null);
  /** Whether another document is being opened. */
  opening = $state(false);

  constructor(
    private readonly host: DocumentsHost,
    private readonly request: typeof fetch = (...of) => fetch(...of),
    private readonly reload: () => void = () => location.reload(),
  ) {}

  /** Asks for the list. Returns why it is not there, "" if the studio gave no reason, null if all went well. */
  async refresh(): Promise<string | null> {
    const response = await this.send("/api/documents", "GET");
    if (!response?.ok) return await trouble(response);
    this.list = ((await response.json()) as DocumentList).documents;
    return null;
  }

  /** Opens a listed document: the page starts anew with it. */
  open(document: ListedDocument): Promise<string | null> {
    return this.change(`/api/documents/${document.id}/open`);
  }

  /** Opens a new document or a copy of this one; `reveal` shows its file and changes nothing. */
  async act(action: DocumentAction): Promise<string | null> {
    if (action !== "reveal") return this.change(`/api/documents/${action}`);
    const response = await this.send("/api/documents/reveal", "POST");
    return response?.ok ? null : trouble(response);
  }

  private async change(address: string): Promise<string | null> {
    this.opening = true;
    const response = await this.send(address, "POST");
    if (response?.ok) {
      this.reload();
      return null;
    }
    this.opening = false;
    return trouble(response);
  }

  private send(address: string, method: string): Promise<Response | null> {
    const headers = { Authorization: `Bearer ${this.host.token}` };
    return this.request(address, { method, headers }).catch(() => null);
  }
}

async function trouble(response: Response | null): Promise<string> {
  const answer: { message?: string } = (await response?.json().catch(() => null)) ?? {};
  return answer.message ?? "";
}
