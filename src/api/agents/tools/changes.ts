import * as v from 'valibot';
import { invalidRequest } from '../../../errors.ts';
import { compareMoments } from '../../../operations/changes/compare-moments.ts';
import { readChanges, type ChangePage } from '../../../operations/changes/read-changes.ts';
import { TEXT, URN, objectOf } from '../../../operations/shapes.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { propertyChangesJson } from '../entities/changed-values.ts';
import type { Answer } from '../shaping/answer.ts';
import { UNTRUSTED, answerOf, count, text } from './outputs.ts';
import { between, listOf, maybe, orElse, shortText } from './shapes.ts';
import { defineTool, type ToolCall } from './tool.ts';

const MOST_EVENTS = 200;
const MOST_URNS = 50;
const LONGEST_WAIT = 50;
const HOW_EVENTS = 'cursor as since; of a commit that is too long: since as before, with urns or properties';
const HOW = 'get_entities with as_of';

/** Reads what changed. */
export const changes = defineTool({
  name: 'changes',
  title: 'Read changes',
  description:
    'What changed, oldest first, with values before and after. since: now, oldest, a time or a cursor of this tool; send the cursor of an answer as since to continue, with wait to be woken by the next change. Or from and to with one urn: how it differs between two times.',
  operations: [readChanges, compareMoments],
  input: () =>
    objectOf({
      since: maybe('Start: now, oldest, a time or a cursor; default: now.', TEXT),
      from: maybe('First time to compare.', TEXT),
      to: maybe('Second time to compare; default: now.', TEXT),
      urns: orElse('Only these entities.', listOf(URN, MOST_URNS), []),
      properties: orElse('Only values of these structured properties, by urn.', listOf(URN, MOST_URNS), []),
      run: maybe('Only changes of this ingestion run.', shortText(500)),
      wait: orElse('Seconds to wait for the first change.', between(0, LONGEST_WAIT), 0),
      limit: orElse('Maximum changes.', between(1, MOST_EVENTS), 50),
    }),
  output: answerOf({
    events: v.array(
      v.object({
        sequence: v.optional(count),
        time: v.optional(text),
        actor: v.optional(text),
        urn: text,
        aspect: text,
        kind: text,
        properties: v.optional(v.array(v.looseObject({ urn: text }))),
        untrusted: UNTRUSTED,
      }),
    ),
    at_end: v.boolean(),
  }),
  run: async ({ from, limit, properties, run, since, to, urns, wait }, call) => {
    if (from !== undefined) {
      const [urn, ...others] = urns;
      if (urn === undefined || others.length > 0 || since !== undefined) {
        throw invalidRequest('from takes exactly one urn in urns, and no since.', 'from');
      }
      return compared(await call.requester.run(compareMoments, { urn, from, to }), urn);
    }
    if (to !== undefined) throw invalidRequest('to is allowed only with from.', 'to');
    const filter = {
      entityTypes: [],
      aspects: [],
      urns: [...urns],
      properties: [...properties],
      runIds: run === undefined ? [] : [run],
    };
    const read = (requester: ToolCall['requester'], cursor: string | undefined): Promise<ChangePage> =>
      requester.run(readChanges, { since: cursor, limit, ...filter });
    const first = await read(call.requester, since);
    const page = wait === 0 ? first : await call.waitFor(first, wait * 1000, { filter, readOn: read });
    return answerFor(page);
  },
});

function answerFor({ cursor, events: all, isAtEnd }: ChangePage): Answer {
  const events: JsonValue[] = all.map((event): JsonObject => {
    const { actor, after, aspectName, before, kind, properties, sequence, time, urn } = event;
    return {
      sequence,
      time: new Date(time).toISOString(),
      actor,
      urn,
      aspect: aspectName,
      kind: kind === 'DELETE' ? 'delete' : before === undefined ? 'create' : 'update',
      ...(properties === undefined
        ? { untrusted: { before: before?.text, after: after?.text } }
        : { properties: propertyChangesJson(properties), untrusted: {} }),
    };
  });
  // Positions after a commit: only between commits can reading continue.
  const cursors = all.map((event) => event.cursor);
  return {
    body: { events, at_end: isAtEnd },
    lists: [{ what: 'events', items: events, total: events.length, how: HOW_EVENTS }],
    cursor: (shown) => {
      if (shown === all.length) return cursor;
      const last = cursors.slice(0, shown).findLast((one) => one !== undefined);
      // The first commit alone is too long: reading continues after it, and `cut` says how to get the rest of it.
      return last ?? cursors.find((one) => one !== undefined) ?? cursor;
    },
    wholeTexts: HOW,
  };
}

function compared({ differences, to }: ComparedMoments, urn: string): Answer {
  const events: JsonValue[] = differences.map(({ after, aspectName, before }): JsonObject => ({
    urn,
    aspect: aspectName,
    kind: after === undefined ? 'delete' : before === undefined ? 'create' : 'update',
    untrusted: { before: before?.text, after: after?.text },
  }));
  return {
    body: { events, at_end: true },
    lists: [{ what: 'events', items: events, total: events.length, how: 'a higher max_chars' }],
    cursor: () => to,
    wholeTexts: HOW,
  };
}

interface ComparedMoments {
  readonly to: string;
  readonly differences: readonly {
    readonly aspectName: string;
    readonly before: { readonly text: string } | undefined;
    readonly after: { readonly text: string } | undefined;
  }[];
}
