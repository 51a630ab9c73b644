import type { FastifyReply } from 'fastify';
import type { Catalog } from '../../auth/catalog.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { RestliParameters } from './parameters.ts';

/** What every Rest.li resource works with. */
export interface RestliContext {
  readonly registry: EntityRegistry;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A request for one member of a resource, or for several by `ids`. */
export interface ReadCall extends RestliContext {
  readonly catalog: Catalog;
  /** The key in the path, decoded. */
  readonly key: string;
  readonly parameters: RestliParameters;
}

/** A request that a resource do something: the parameters are members of the body. */
export interface ActionCall extends RestliContext {
  readonly catalog: Catalog;
  readonly input: JsonObject;
}

/** What a resource answers. */
export type RestliAnswer =
  /** The value of an action. */
  | { readonly value: JsonValue }
  /** JSON text of a whole body. */
  | { readonly json: string }
  /** An action without a value. */
  | { readonly done: true };

/** An answer, and the commit that it speaks of if it is to a write. */
export type ActionAnswer = RestliAnswer & { readonly sequence?: Sequence };

/** One Rest.li resource: what can be asked of it, by path and by name of the action. */
export interface Resource {
  readonly name: string;
  /** `GET /name/key`. */
  readonly get?: (call: ReadCall) => Promise<RestliAnswer>;
  /** `GET /name`, with the keys in `ids` if the resource has members. */
  readonly list?: (call: ReadCall) => Promise<RestliAnswer>;
  /** `POST /name?action=...`. */
  readonly actions: Readonly<Record<string, (call: ActionCall) => Promise<ActionAnswer>>>;
}

/** Sends an answer as Rest.li wraps it. */
export function sendAnswer(reply: FastifyReply, answer: ActionAnswer): FastifyReply {
  if (answer.sequence !== undefined) reply.markWritten(answer.sequence);
  return reply
    .header('X-RestLi-Protocol-Version', '2.0.0')
    .type('application/json; charset=utf-8')
    .send(bodyOf(answer));
}

function bodyOf(answer: RestliAnswer): string {
  if ('json' in answer) return answer.json;
  return 'value' in answer ? JSON.stringify({ value: answer.value }) : '{}';
}
