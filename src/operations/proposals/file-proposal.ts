import { createHash } from 'node:crypto';
import { currentOrigin } from '../../auth/audit/request-scope.ts';
import { CatalogError, HeldError, TooManyRequestsError, invalidRequest } from '../../errors.ts';
import {
  CHANGE_PROPOSAL,
  storedChangeProposal,
  storedProposedItems,
  type ChangeProposal,
  type ProposedItem,
} from '../../model/access/change-proposal.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { entityTypeOf, formatUrn, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import type { JsonValue } from '../../util/json.ts';
import { listText } from '../../util/list-text.ts';
import type { ProtectedWork } from '../work.ts';
import { MOST_CONTENT, MOST_ITEMS, itemsOf, tooManyItems } from './items.ts';
import { allProposals, findProposal } from './stored-proposals.ts';

/** What a proposer says about a proposal. */
export interface ProposalText {
  /** Absent: made from the changed parts. */
  readonly title?: string | undefined;
  readonly reason?: string | undefined;
  /** Epoch ms; absent: after the time of the option `proposals.expireAfter`. */
  readonly expiresAt?: number | undefined;
}

const { contentAspect, entityType, infoAspect } = CHANGE_PROPOSAL;

const DAY_MS = 86_400_000;

/** Proposals of an actor in a day, for each that may be open. */
const PER_DAY = 10;

/** Earlier proposals of the same content, all decided, after which an id is random. */
const MOST_EQUAL = 20;

/** Files the held writes of an operation of a propose-only token, and throws HELD. Does nothing if they change nothing. */
export async function fileHeld(
  proposals: readonly MetadataChangeProposal[],
  work: ProtectedWork,
): Promise<void> {
  const urn = await fileProposal({ reason: currentOrigin()?.reason }, proposals, work);
  if (urn !== undefined) throw new HeldError(urn);
}

/**
 * Stores a proposal of these writes, which have been judged, and returns its urn; undefined if they would change nothing. The
 * same content by the same actor while it is open answers the open one, so that a program that repeats itself makes one
 * proposal.
 */
export async function fileProposal(
  text: ProposalText,
  proposals: readonly MetadataChangeProposal[],
  work: ProtectedWork,
): Promise<Urn | undefined> {
  const items = await readItems(proposals, work);
  if (items.length === 0) return undefined;
  if (items.length > MOST_ITEMS) throw tooManyItems(items.length);
  const content = storedProposedItems(items);
  checkSize(content['items']);
  const { actor, services, settings } = work;
  const { known, urn } = await placeOf(items, work);
  if (known) return urn;
  await checkQuota(work);
  const now = settings.now();
  const info: ChangeProposal = {
    title: text.title ?? titleOf(items),
    reason: text.reason,
    state: 'OPEN',
    proposer: actor.urn,
    createdAt: now,
    expiresAt: text.expiresAt ?? now + settings.proposals.expireAfter,
    targets: [...new Set(items.map((item) => item.urn))],
    comments: [],
  };
  await services.change.ingest(actor.urn, [
    creationOf(urn, infoAspect, storedChangeProposal(info)),
    upsertOf(urn, contentAspect, content),
  ]);
  return urn;
}

/** The parts that the writes would change now. The digests cover what the proposer may not see: it is not shown to it. */
async function readItems(
  proposals: readonly MetadataChangeProposal[],
  { query, settings: { registry } }: ProtectedWork,
): Promise<readonly ProposedItem[]> {
  const urns = [...new Set(proposals.map(({ urn }) => urn))];
  if (urns.length > MOST_ITEMS) throw tooManyItems(urns.length);
  const names = [...new Set(proposals.map(({ aspectName }) => aspectName))];
  const stored = await query.getEntities(urns, names, EVERYTHING);
  return itemsOf(proposals, (urn, name) => stored.get(urn)?.get(name)?.value, registry);
}

function checkSize(content: JsonValue | undefined): void {
  const length = typeof content === 'string' ? content.length : 0;
  if (length <= MOST_CONTENT) return;
  throw invalidRequest(
    `A proposal may have ${MOST_CONTENT} characters of JSON, and this one has ${length}. Make several.`,
    undefined,
    because('TEXT_TOO_LONG', { length, most: MOST_CONTENT }),
  );
}

/** The urn of a proposal of this content, and whether it is open already. */
async function placeOf(
  items: readonly ProposedItem[],
  work: ProtectedWork,
): Promise<{ readonly urn: Urn; readonly known: boolean }> {
  const content = items.map(({ digest: _digest, ...item }) => JSON.stringify(item)).join('\n');
  for (let attempt = 0; attempt < MOST_EQUAL; attempt++) {
    const text = `${work.actor.urn} ${attempt} ${content}`;
    const id = createHash('sha256').update(text).digest('hex').slice(0, 20);
    const urn = formatUrn(entityType, id);
    const found = await findProposal(urn, work);
    if (found === undefined) return { urn, known: false };
    if (found.state === 'OPEN') return { urn, known: true };
  }
  return { urn: formatUrn(entityType, work.settings.newId()), known: false };
}

/** Throws TOO_MANY_REQUESTS for an actor with too many open proposals, or who made too many in a day: lists read them all. */
async function checkQuota(work: ProtectedWork): Promise<void> {
  const { actor, settings } = work;
  const { mostOpen } = settings.proposals;
  const own = (await allProposals(work)).filter(({ proposer }) => proposer === actor.urn);
  // Newest first.
  const former = own[mostOpen * PER_DAY - 1];
  if (former !== undefined && former.createdAt > settings.now() - DAY_MS)
    throw new TooManyRequestsError(
      `You made ${mostOpen * PER_DAY} proposals in the last 24 hours, the maximum.`,
      former.createdAt + DAY_MS - settings.now(),
    );
  const open = own.filter(({ state }) => state === 'OPEN');
  if (open.length < mostOpen) return;
  throw new CatalogError(
    'TOO_MANY_REQUESTS',
    `You have ${open.length} open proposals, the maximum (option proposals.mostOpen). Withdraw some, or wait for decisions.`,
    because('QUOTA_REACHED', { entityType, most: mostOpen }),
  );
}

const WORDS: Readonly<Record<string, string>> = {
  structuredProperties: 'properties',
  globalTags: 'tags',
  glossaryTerms: 'terms',
  ownership: 'owners',
  domains: 'domain',
  documentation: 'documentation',
  deprecation: 'deprecation',
  editableSchemaMetadata: 'columns',
};

function titleOf(items: readonly ProposedItem[]): string {
  const parts = [
    ...new Set(items.map(({ aspectName, urn }) => WORDS[aspectName] ?? wordsOf(entityTypeOf(urn)))),
  ];
  const count = new Set(items.map(({ urn }) => urn)).size;
  const text = `${listText(parts)} of ${count} ${count === 1 ? 'entity' : 'entities'}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOf(type: string): string {
  return type === 'structuredProperty' ? 'definition' : 'description';
}
