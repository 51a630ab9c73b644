import type { FastifyReply } from 'fastify';
import type { Catalog } from '../../auth/catalog.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { JsonLimits } from '../../util/json/json-scan.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { RestliParameters } from './parameters.ts';

/** Dependencies of all Rest.li resources. */
export interface RestliContext {
  readonly registry: EntityRegistry;
  /** Limits on JSON texts within a request. */
  readonly json: JsonLimits;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A read of one member of a resource, or of several by `ids`. */
export interface ReadCall extends RestliContext {
  readonly catalog: Catalog;
  /** The key in the path, decoded. */
  readonly key: string;
  readonly parameters: RestliParameters;
}

/** A call of an action; `input`: the body, whose members are the parameters. */
export interface ActionCall extends RestliContext {
  readonly catalog: Catalog;
  readonly input: JsonObject;
}

/** The response of a resource. */
export type RestliAnswer =
  /** The value of an action. */
  | { readonly value: JsonValue }
  /** JSON text of a whole body. */
  | { readonly json: string }
  /** An action without a value. */
  | { readonly done: true };

/** The response of an action; `sequence`: the commit, if it has written. */
export type ActionAnswer = RestliAnswer & { readonly sequence?: Sequence };

/** One Rest.li resource: its reads and its actions by name. */
export interface Resource {
  readonly name: string;
  /** `GET /name/key`. */
  readonly get?: (call: ReadCall) => Promise<RestliAnswer>;
  /** `GET /name`, with the keys in `ids` if the resource has members. */
  readonly list?: (call: ReadCall) => Promise<RestliAnswer>;
  /** `POST /name?action=...`. */
  readonly actions: Readonly<Record<string, (call: ActionCall) => Promise<ActionAnswer>>>;
}

/** Sends a response in Rest.li form. */
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
