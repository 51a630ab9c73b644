import type { FastifyReply } from 'fastify';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { declare, type Declaration, type Declared } from '../../operations/operation.ts';
import type { WriteCondition } from '../../model/proposal.ts';
import type { Requester } from '../../operations/requester.ts';
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
  readonly requester: Requester;
  /** The key in the path, decoded. */
  readonly key: string;
  readonly parameters: RestliParameters;
}

/** A call of an action; `input`: the body, whose members are the parameters. */
export interface ActionCall extends RestliContext {
  readonly requester: Requester;
  readonly input: JsonObject;
  /** The condition in the request's headers; applies to each of its writes. */
  readonly condition: WriteCondition | undefined;
}

/** The response of a resource. */
export type RestliAnswer =
  /** The value of an action. */
  | { readonly value: JsonValue }
  /** JSON text of a whole body. */
  | { readonly json: string }
  /** An action without a value. */
  | { readonly done: true };

/** A method of a resource, with the operations it runs and the privileges it needs. */
export interface Method<Call> {
  readonly declared: Declaration;
  readonly run: (call: Call) => Promise<RestliAnswer>;
  /** Whether it honours the condition of the request; otherwise guarded requests are refused. */
  readonly takesConditions?: boolean;
}

/** One Rest.li resource: its reads and its actions by name. */
export interface Resource {
  readonly name: string;
  /** `GET /name/key`. */
  readonly get?: Method<ReadCall>;
  /** `GET /name`, with the keys in `ids` if the resource has members. */
  readonly list?: Method<ReadCall>;
  /** `POST /name?action=...`. */
  readonly actions: Readonly<Record<string, Method<ActionCall>>>;
}

/** A GET of a resource. */
export function read(runs: Declared, run: Method<ReadCall>['run']): Method<ReadCall> {
  return { declared: declare(runs), run };
}

/** An action of a resource. */
export function action(runs: Declared, run: Method<ActionCall>['run']): Method<ActionCall> {
  return { declared: declare(runs), run };
}

/** An action that writes proposals under the condition of its request. */
export function conditionalAction(runs: Declared, run: Method<ActionCall>['run']): Method<ActionCall> {
  return { ...action(runs, run), takesConditions: true };
}

/** Sends a response in Rest.li form. */
export function sendAnswer(reply: FastifyReply, answer: RestliAnswer): FastifyReply {
  return reply
    .header('X-RestLi-Protocol-Version', '2.0.0')
    .type('application/json; charset=utf-8')
    .send(bodyOf(answer));
}

function bodyOf(answer: RestliAnswer): string {
  if ('json' in answer) return answer.json;
  return 'value' in answer ? JSON.stringify({ value: answer.value }) : '{}';
}
