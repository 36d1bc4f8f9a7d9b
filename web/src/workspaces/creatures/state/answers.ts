/** Questions about creatures: the studio answers with an event, then says that it is done. */

import type { CreatureEvent } from "../../../protocol/generated";
import type { Message } from "../../../protocol/messages";
import type { Ask } from "../../../protocol/socket";
import type { Studio } from "../../../document/studio.svelte";
import { strings } from "../strings";

/** The answer to a question. Rejects with a Refusal whose message is for people. */
export async function answered<Type extends CreatureEvent["type"]>(
  studio: Studio,
  question: Ask,
  type: Type,
): Promise<Message<Type>> {
  const heard: Message<Type>[] = [];
  const stop = studio.on(type, (event) => heard.push(event));
  try {
    const { request } = await studio.request(question);
    const answer = heard.find((event) => (event as CreatureEvent).request === request);
    if (!answer) throw new Error(strings.errors.noAnswer);
    return answer;
  } finally {
    stop();
  }
}
