/** Questions about creatures: the studio answers with an event, then says that it is done. */

import type { CreatureEvent } from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import type { Studio } from "../../../document/studio.svelte";
import { strings } from "../strings";

/** The answer to a question. Rejects with a Refusal whose message is for people. */
export async function answered<Type extends CreatureEvent["type"]>(
  studio: Studio,
  question: Ask,
  type: Type,
): Promise<Extract<CreatureEvent, { type: Type }>> {
  const heard: CreatureEvent[] = [];
  const stop = studio.onCreatureEvent((event) => heard.push(event));
  try {
    const { request } = await studio.request(question);
    const answer = heard.find((event) => event.type === type && event.request === request);
    if (!answer) throw new Error(strings.errors.noAnswer);
    return answer as Extract<CreatureEvent, { type: Type }>;
  } finally {
    stop();
  }
}
