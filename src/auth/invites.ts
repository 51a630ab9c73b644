import type { MetadataChange } from '../change/metadata-change.ts';
import { CatalogError, invalidRequest } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { entityTypeOf, formatUrn, parseUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow, MetadataReader } from '../store/metadata-store.ts';
import { tokenId } from './token-records.ts';

const INVITE_TYPE = 'inviteToken';
const INVITE_ASPECT = 'inviteToken';
const LIFETIME_MS = 30 * 86_400_000;

/** What invitations are made of. */
export interface InviteParts {
  readonly reader: MetadataReader;
  readonly change: MetadataChange;
  /** Epoch ms. */
  readonly now: () => number;
  /** A text that nobody can guess. */
  readonly randomToken: () => string;
}

/** An invitation that may be used. */
export interface Invite {
  /** Role that whoever uses it gets. */
  readonly role: Urn | undefined;
}

/**
 * Invitations to sign up: one link for everybody, or one per role, good for thirty days. Only a hash of the text is
 * stored, so an invitation is shown again as long as the process lives that made it; after that a further one is made
 * and both are good.
 */
export class Invites {
  readonly #parts: InviteParts;
  /** Texts of this process by role, the empty text standing for none. */
  readonly #texts = new Map<string, { readonly text: string; readonly until: number }>();

  constructor(parts: InviteParts) {
    this.#parts = parts;
  }

  /** The text of an invitation for the role. */
  async get(actor: Urn, role: Urn | undefined): Promise<string> {
    const known = this.#texts.get(role ?? '');
    if (
      known !== undefined &&
      known.until > this.#parts.now() &&
      (await this.find(known.text)) !== undefined
    ) {
      return known.text;
    }
    return this.#issue(actor, role, []);
  }

  /** The text of a new invitation for the role; those before it end. */
  async renew(actor: Urn, role: Urn | undefined): Promise<string> {
    const rows = await this.#parts.reader.rowsOf(INVITE_TYPE, INVITE_ASPECT);
    return this.#issue(
      actor,
      role,
      rows.filter((row) => roleOf(row) === role),
    );
  }

  /** The invitation that a text stands for; undefined when it is unknown, renewed or out of date. */
  async find(text: string): Promise<Invite | undefined> {
    const urn = formatUrn(INVITE_TYPE, tokenId(text));
    const found = await this.#parts.reader.entities([urn], [INVITE_ASPECT], EVERYTHING);
    const aspect = found.get(urn)?.aspects.get(INVITE_ASPECT);
    if (aspect === undefined || aspect.created.time + LIFETIME_MS <= this.#parts.now()) return undefined;
    const role = aspect.value['role'];
    return { role: typeof role === 'string' ? parseUrn(role) : undefined };
  }

  async #issue(actor: Urn, role: Urn | undefined, ended: readonly AspectRow[]): Promise<string> {
    if (role !== undefined) await this.#requireRole(role);
    const text = this.#parts.randomToken();
    const id = tokenId(text);
    const deletions = ended.map(({ aspect }): MetadataChangeProposal => {
      return { urn: aspect.urn, aspectName: 'inviteTokenKey', changeType: 'DELETE' };
    });
    const creation: MetadataChangeProposal = {
      urn: formatUrn(INVITE_TYPE, id),
      aspectName: INVITE_ASPECT,
      changeType: 'CREATE',
      value: { token: id, ...(role !== undefined && { role }) },
    };
    await this.#parts.change.ingest(actor, [...deletions, creation]);
    this.#texts.set(role ?? '', { text, until: this.#parts.now() + LIFETIME_MS });
    return text;
  }

  async #requireRole(role: Urn): Promise<void> {
    if (entityTypeOf(role) !== 'dataHubRole') throw invalidRequest(`${role} is no role.`);
    if ((await this.#parts.reader.entities([role], [], EVERYTHING)).has(role)) return;
    throw new CatalogError('NOT_FOUND', `The role ${role} does not exist. List the roles to find it.`);
  }
}

function roleOf({ aspect }: AspectRow): Urn | undefined {
  const role = aspect.value['role'];
  return typeof role === 'string' ? parseUrn(role) : undefined;
}
