import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import { CHANGE_CATEGORIES, type ChangeCategory } from '../../../model/timeline/timeline.ts';
import { parseUrn } from '../../../model/urn.ts';
import { getTimeline } from '../../../operations/timeline/get-timeline.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { transactionJson } from './transaction-json.ts';
import { because } from '../../../refusals.ts';

/** Default time range. */
const LOOK_BACK_MS = 7 * 86_400_000;

/** Other category names that clients use. */
const ALIASES: Readonly<Record<string, ChangeCategory>> = { OWNER: 'OWNERSHIP' };

const PARAMETERS = ['categories', 'startTime', 'endTime', 'includeVersionSet', 'raw'];

/** Paths of the timeline, as in DataHub. */
const PATHS = [
  '/openapi/v2/timeline/v1/:urn',
  '/openapi/v1/timeline/:urn',
  '/openapi/timeline/v1/:urn',
] as const;

/** `GET /openapi/v2/timeline/v1/{urn}`, and at older addresses: the change history of an entity, oldest first. */
export function timelineRoutes(app: FastifyInstance, now: () => number): void {
  for (const path of PATHS) {
    app.get<{ Params: { readonly urn: string } }>(path, runs(getTimeline), async (request) => {
      const parameters = QueryParameters.of(request, PARAMETERS);
      const categories = parameters.list('categories').map(categoryOf);
      if (categories.length === 0) {
        throw invalidRequest(
          `Parameter categories is missing. Use some of ${CHANGE_CATEGORIES.join(', ')}.`,
          undefined,
          because('INPUT_MISSING', { name: 'categories' }),
        );
      }
      const to = timeOf(parameters, 'endTime', 0) ?? now();
      const from = timeOf(parameters, 'startTime', -1) ?? to - LOOK_BACK_MS;
      const includeVersionSet = parameters.flag('includeVersionSet', false);
      const input = { urn: parseUrn(request.params.urn), categories, from, to, includeVersionSet };
      const isRaw = parameters.flag('raw', false);
      const { transactions } = await requesterOf(request).run(getTimeline, input);
      return transactions.map((transaction) => transactionJson(transaction, isRaw));
    });
  }
}

function categoryOf(name: string): ChangeCategory {
  const upper = name.toUpperCase();
  const known = CHANGE_CATEGORIES.find((category) => category === upper) ?? ALIASES[upper];
  if (known !== undefined) return known;
  throw invalidRequest(
    `Parameter categories has the unknown value '${name}'. Use some of ${[...CHANGE_CATEGORIES, ...Object.keys(ALIASES)].join(', ')}.`,
    undefined,
    because('INPUT_CHOICE', { name: 'categories', value: name, allowed: CHANGE_CATEGORIES }),
  );
}

/** A time in epoch ms; undefined when absent or equal to `none`. Throws INVALID_REQUEST. */
function timeOf(parameters: QueryParameters, name: string, none: number): number | undefined {
  const text = parameters.text(name);
  if (text === undefined || text === String(none)) return undefined;
  const time = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(time)) return time;
  throw invalidRequest(
    `Parameter ${name} must be a time in epoch milliseconds, but it is '${text}'.`,
    undefined,
    because('INPUT_FORMAT', { name, value: text }),
  );
}
