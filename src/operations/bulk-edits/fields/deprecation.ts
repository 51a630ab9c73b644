import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import { upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { dayText, parseMoment } from '../../../model/properties/scalar-text.ts';
import type { Urn } from '../../../model/urn.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import { numeric, text } from '../../../util/json/json-members.ts';
import { shorten } from '../../../util/printable.ts';
import type { Work } from '../../work.ts';
import { because } from '../../../refusals.ts';

export const DEPRECATION = 'deprecation';

/** The parts of a deprecation that follow their name in a text. */
const PARTS = ['note', 'decommissionTime', 'replacement'] as const;
type Part = (typeof PARTS)[number];
/** Text of a deprecation without a note. */
const WITHOUT_NOTE = 'deprecated';
const NAMED = /^(note|decommissionTime|replacement)=/;

/** A deprecation as parsed from texts. */
export interface Deprecation {
  readonly note: string;
  /** Epoch ms. */
  readonly decommissionTime?: number;
  readonly replacement?: string;
}

/**
 * The deprecation in its aspect as texts: the note (`deprecated` without one; after `note=` if it could be another
 * part), `decommissionTime=` a UTC day or epoch ms, `replacement=` a urn. None if the asset is not deprecated.
 */
export function deprecationTexts(aspect: Pick<Aspect, 'value'> | undefined): readonly string[] {
  const { decommissionTime, deprecated, note, replacement } = aspect?.value ?? {};
  if (deprecated !== true) return [];
  const time = numeric(decommissionTime);
  const urn = text(replacement);
  return [
    noteText(text(note) ?? ''),
    ...(time === undefined ? [] : [`decommissionTime=${momentText(time)}`]),
    ...(urn === undefined ? [] : [`replacement=${urn}`]),
  ];
}

/** Reads the texts of a deprecation. Throws INVALID_REQUEST for two of one part, and for an invalid part. */
export function readDeprecation(
  texts: readonly string[],
  { references }: Pick<Work, 'references'>,
): Deprecation {
  const parts = new Map<Part, string>();
  for (const one of texts) {
    const named = NAMED.exec(one)?.[0];
    const part = PARTS.find((name) => `${name}=` === named) ?? 'note';
    if (parts.has(part))
      throw invalidRequest(
        `'deprecation' has two values for ${part}. Give one.`,
        undefined,
        because('INPUT_EXCLUDES', { names: [part] }),
      );
    parts.set(part, named === undefined ? one : one.slice(named.length));
  }
  const [note = WITHOUT_NOTE, time, replacement] = PARTS.map((part) => parts.get(part));
  const decommissionTime = time === undefined ? undefined : readMoment(time);
  return {
    note: note === WITHOUT_NOTE && !texts.includes(`note=${WITHOUT_NOTE}`) ? '' : note,
    ...given({ decommissionTime }),
    ...(replacement !== undefined && { replacement: references.parse(replacement).urn }),
  };
}

/** The urn of the replacement among the texts of a deprecation. */
export function replacementIn(texts: readonly string[]): string | undefined {
  return texts.find((one) => one.startsWith('replacement='))?.slice('replacement='.length);
}

/** The texts of a deprecation, in one form for each. */
export function textsOf(deprecation: Deprecation): readonly string[] {
  return deprecationTexts({ value: { deprecated: true, ...deprecation } });
}

/** The proposal that stores the deprecation, or ends it. `restored`: the value before the edit. */
export function deprecationProposal(
  urn: Urn,
  after: readonly string[],
  restored: JsonObject | undefined,
  work: Pick<Work, 'actor' | 'references'>,
): MetadataChangeProposal {
  if (restored !== undefined) return upsertOf(urn, DEPRECATION, restored);
  const actor = work.actor.urn;
  if (after.length === 0) return upsertOf(urn, DEPRECATION, { deprecated: false, note: '', actor });
  return upsertOf(urn, DEPRECATION, { deprecated: true, ...readDeprecation(after, work), actor });
}

function noteText(note: string): string {
  if (note === '') return WITHOUT_NOTE;
  return note === WITHOUT_NOTE || NAMED.test(note) ? `note=${note}` : note;
}

/** A UTC day if the time is its midnight, else epoch ms. */
function momentText(time: number): string {
  const day = dayText(time);
  return day !== undefined && parseMoment(day) === time ? day : String(time);
}

function readMoment(asked: string): number {
  const time = parseMoment(asked);
  if (time !== undefined && Number.isSafeInteger(time)) return time;
  throw invalidRequest(
    `'deprecation' cannot have the decommission time '${shorten(asked, 100)}'. Send a day such as 2027-01-31, or epoch ms.`,
    undefined,
    because('INPUT_FORMAT', { name: 'deprecation', value: asked }),
  );
}
