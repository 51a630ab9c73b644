import type { MetadataChange } from '../../change/metadata-change.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { entityTypeOf, formatUrn, parseUrn, type Urn } from '../../model/urn.ts';
import type { AspectRow } from '../../store/entity-rows.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { tokenId } from '../tokens/token-records.ts';
import { because } from '../../refusals.ts';

const INVITE_TYPE = 'inviteToken';
const INVITE_ASPECT = 'inviteToken';
const LIFETIME_MS = 30 * 86_400_000;

/** Dependencies of {@link Invites}. */
export interface InviteParts {
  readonly reader: SystemReader;
  readonly change: MetadataChange;
  /** Epoch ms. */
  readonly now: () => number;
  /** Returns a new unguessable string. */
  readonly randomToken: () => string;
}

/** A valid invitation. */
export interface Invite {
  /** Role granted to users who sign up with it; undefined: none. */
  readonly role: Urn | undefined;
}

/**
 * Invitations to sign up: one link without a role and one per role, each valid for thirty days. Only a hash of its
 * text is stored, so only the process that issued an invitation can show it again. Another process, or the same one
 * after a restart, issues a second invitation; both are valid.
 */
export class Invites {
  readonly #parts: InviteParts;
  /** Invitations issued by this process, by role ('' for no role); `until` in epoch ms. */
  readonly #texts = new Map<string, { readonly text: string; readonly until: number }>();

  constructor(parts: InviteParts) {
    this.#parts = parts;
  }

  /** The text of a valid invitation for the role; throws NOT_FOUND when the role does not exist. */
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

  /** Issues a new invitation for the role and revokes earlier ones; throws NOT_FOUND when the role does not exist. */
  async renew(actor: Urn, role: Urn | undefined): Promise<string> {
    const rows = await this.#parts.reader.rowsOf(INVITE_TYPE, INVITE_ASPECT);
    return this.#issue(
      actor,
      role,
      rows.filter((row) => roleOf(row) === role),
    );
  }

  /** The invitation with this text; undefined when it is unknown, revoked or expired. */
  async find(text: string): Promise<Invite | undefined> {
    const urn = formatUrn(INVITE_TYPE, tokenId(text));
    const found = await this.#parts.reader.entities([urn], [INVITE_ASPECT]);
    const aspect = found.get(urn)?.aspects.get(INVITE_ASPECT);
    if (aspect === undefined || aspect.created.time + LIFETIME_MS <= this.#parts.now()) return undefined;
    const role = aspect.value['role'];
    return { role: typeof role === 'string' ? parseUrn(role) : undefined };
  }

  async #issue(actor: Urn, role: Urn | undefined, ended: readonly AspectRow[]): Promise<string> {
    if (role !== undefined) await this.#requireRole(role);
    const text = this.#parts.randomToken();
    const id = tokenId(text);
    const deletions = ended.map(({ aspect }): MetadataChangeProposal => ({
      urn: aspect.urn,
      aspectName: 'inviteTokenKey',
      changeType: 'DELETE',
    }));
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
    if (entityTypeOf(role) !== 'dataHubRole')
      throw invalidRequest(
        `${role} is not a role.`,
        undefined,
        because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(role), entityTypes: ['dataHubRole'] }),
      );
    if ((await this.#parts.reader.entities([role], [])).has(role)) return;
    throw new CatalogError('NOT_FOUND', `The role ${role} does not exist. List the roles to find it.`);
  }
}

function roleOf({ aspect }: AspectRow): Urn | undefined {
  const role = aspect.value['role'];
  return typeof role === 'string' ? parseUrn(role) : undefined;
}
