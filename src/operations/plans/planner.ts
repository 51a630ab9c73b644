import type { JsonObject } from '../../util/json.ts';
import type { Requester } from '../requester.ts';
import type { PlanKind, PlanRequest } from './plans.ts';

/** Runs operations as the caller, with the current rights. */
export type Runner = Pick<Requester, 'run'>;

/** Result of a dry run. */
export interface Planned {
  /** What it shows. */
  readonly shown: JsonObject;
  /** What applying it needs; undefined: it changes nothing. */
  readonly content: JsonObject | undefined;
}

/** A plan that is being applied. */
export interface OpenPlan {
  /** Undefined: it was never kept. */
  readonly name: string | undefined;
  readonly reason: string | undefined;
  readonly content: JsonObject;
  /** Run that its writes belong to. */
  readonly runId: string;
  /** Cursor of the change feed before its first attempt. */
  readonly since: string;
  /** Whether an earlier attempt may have written. */
  readonly isRetry: boolean;
}

/** A request for a plan of this kind. */
export type RequestOf<Kind extends PlanKind> = Extract<PlanRequest, { readonly kind: Kind }>;

/** How plans of one kind are made and applied. */
export interface Planner<Kind extends PlanKind> {
  readonly plan: (request: RequestOf<Kind>, runner: Runner) => Promise<Planned>;
  /** Does what the plan showed, and returns the result. All or nothing, unless it starts a job. */
  readonly apply: (plan: OpenPlan, runner: Runner) => Promise<JsonObject>;
}
