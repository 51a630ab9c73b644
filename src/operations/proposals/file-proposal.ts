import { currentOrigin, noteWarning } from '../../auth/audit/request-scope.ts';
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
import { formatUrn, urnKey, type Urn } from '../../model/urn.ts';
import { because } from '../../refusals.ts';
import { inChunks } from '../../util/concurrency/in-chunks.ts';
import type { JsonValue } from '../../util/json.ts';
import { Slots } from '../../util/concurrency/slots.ts';
import type { ProtectedWork } from '../work.ts';
import { MOST_CONTENT, MOST_ITEMS, digestOfChange, itemsOf, tooManyItems } from './items.ts';
import { UNTITLED } from './made-title.ts';
import { CONTENTS_AT_ONCE, allProposals, itemsOfProposals, type StoredProposal } from './stored-proposals.ts';

/** What a proposer says about a proposal. */
export interface ProposalText {
  /** Absent: made from the changed parts, for each reader from those that it sees. */
  readonly title?: string | undefined;
  readonly reason?: string | undefined;
  /** Epoch ms; absent: after the time of the option `proposals.expireAfter`. */
  readonly expiresAt?: number | undefined;
}

const { contentAspect, entityType, infoAspect } = CHANGE_PROPOSAL;

/** Hexadecimal characters of the id of a proposal. */
const ID_LENGTH = 20;

const DAY_MS = 86_400_000;

/** Proposals of an actor in a day, for each that may be open. */
const PER_DAY = 10;

/** One place per server, so that equal proposals at the same time become one, and none passes a limit that another has reached. */
const placesOf = new WeakMap<object, Slots>();

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
  const places = placesOf.get(services.change) ?? new Slots(1);
  placesOf.set(services.change, places);
  using _place = await places.take();
  const own = (await allProposals(work)).filter(({ proposer }) => proposer === actor.urn);
  const known = await openWith(items, own, work);
  if (known !== undefined) {
    if (isOtherText(text, known))
      noteWarning(
        `Your open proposal ${urnKey(known.urn)} has the same content, so its title, reason and expiry stay. Withdraw it first to propose it with others.`,
      );
    return known.urn;
  }
  checkQuota(own, work);
  const now = settings.now();
  // Random: a digest of the content would confirm guesses of the items that a reader does not see.
  const urn = formatUrn(entityType, settings.newId().replaceAll('-', '').slice(0, ID_LENGTH));
  const info: ChangeProposal = {
    title: text.title ?? UNTITLED,
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

/** The parts that the writes would change now, of what the proposer sees. */
async function readItems(
  proposals: readonly MetadataChangeProposal[],
  { anyScope, query, settings: { newId, registry } }: ProtectedWork,
): Promise<readonly ProposedItem[]> {
  const urns = [...new Set(proposals.map(({ urn }) => urn))];
  if (urns.length > MOST_ITEMS) throw tooManyItems(urns.length);
  const names = [...new Set(proposals.map(({ aspectName }) => aspectName))];
  const seen = await query.getEntities(urns, names, anyScope);
  const items = itemsOf(proposals, (urn, name) => seen.get(urn)?.get(name)?.value, registry, newId());
  // Clients may name what they have not created; only what is deleted since is a conflict.
  const existing = await query.existing([...new Set(items.flatMap((item) => item.names ?? []))], anyScope);
  return items.map(({ names = [], ...item }) => {
    const known = names.filter((urn) => existing.has(urn));
    return known.length === 0 ? item : { ...item, names: known };
  });
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

/** The open one of these proposals that changes the same. */
async function openWith(
  items: readonly ProposedItem[],
  proposals: readonly StoredProposal[],
  work: ProtectedWork,
): Promise<StoredProposal | undefined> {
  const targets = new Set(items.map(({ urn }) => urn));
  const similar = proposals.filter(
    (one) => one.state === 'OPEN' && targets.symmetricDifference(new Set(one.targets)).size === 0,
  );
  const content = contentOf(items);
  for await (const some of inChunks(similar, CONTENTS_AT_ONCE)) {
    const urns = some.map(({ urn }) => urn);
    const known = await itemsOfProposals(urns, work);
    const equal = some.find(({ urn }) => contentOf(known.get(urn) ?? []) === content);
    if (equal !== undefined) return equal;
  }
  return undefined;
}

/** Whether the proposer says something else about a proposal than before. */
function isOtherText({ expiresAt, reason, title }: ProposalText, known: StoredProposal): boolean {
  const isOther = (said: string | number | undefined, before: string | number | undefined): boolean =>
    said !== undefined && said !== before;
  return isOther(title, known.title) || isOther(reason, known.reason) || isOther(expiresAt, known.expiresAt);
}

/** What the items change, regardless of what was there when they were proposed. */
function contentOf(items: readonly ProposedItem[]): string {
  return items.map(digestOfChange).join();
}

/** Throws TOO_MANY_REQUESTS if too many of the actor's own are open, or were made in a day: lists read them all. */
function checkQuota(own: readonly StoredProposal[], { settings }: ProtectedWork): void {
  const { mostOpen } = settings.proposals;
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
