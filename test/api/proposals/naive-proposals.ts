/** Assets of a sequence: the last one is hidden from oscar. */
export const ASSETS = ['a', 'b', 's'] as const;
/** What a proposal can change of an asset: two properties, two tags, the domain. Nina does not see the property `veiled`. */
export const FIELDS = ['open', 'veiled', 'x', 'y', 'domain'] as const;
/** The agent has a propose-only token of edith. */
export const ACTORS = ['edith', 'paula', 'nina', 'oscar', 'agent'] as const;

export type Asset = (typeof ASSETS)[number];
export type Field = (typeof FIELDS)[number];
export type Actor = (typeof ACTORS)[number];
/** A field of an asset. */
export type Part = `${Asset} ${Field}`;
/** Undefined: nothing is there. Tags are there or not. */
export type Content = string | undefined;
export type State = 'OPEN' | 'APPROVED' | 'PARTLY_APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED';

export const THERE = 'there';

export interface Item {
  readonly part: Part;
  /** What was there when it was proposed. */
  readonly before: Content;
  readonly after: Content;
}

export interface Proposal {
  readonly proposer: Actor;
  readonly items: readonly Item[];
  readonly expiresAt: number;
  state: Exclude<State, 'EXPIRED'>;
  approved: readonly Part[] | undefined;
  comments: number;
}

/** The new contents of fields of an asset. */
export type Edit = Readonly<Partial<Record<Field, Content>>>;

/** What a decision answers: its status. */
export type Verdict = 200 | 400 | 403 | 404 | 409;

export const assetOf = (part: Part): Asset => part.slice(0, 1) as Asset;
export const fieldOf = (part: Part): Field => part.slice(2) as Field;

/** The proposer of what the agent proposes is the owner of its token. */
export const personOf = (actor: Actor): Actor => (actor === 'agent' ? 'edith' : actor);

/**
 * Proposals as a reader of their documentation would decide them: whole values of fields, and nothing of aspects, patches,
 * policies and stores.
 */
export class NaiveProposals {
  readonly #contents = new Map<Part, string>();
  /** Contents of the deleted assets. */
  readonly #deleted = new Map<Asset, ReadonlyMap<Part, string>>();
  readonly proposals: Proposal[] = [];
  now = 0;

  contentOf(part: Part): Content {
    return this.#contents.get(part);
  }

  exists(asset: Asset): boolean {
    return !this.#deleted.has(asset);
  }

  set(part: Part, content: Content): void {
    if (content === undefined) this.#contents.delete(part);
    else this.#contents.set(part, content);
  }

  delete(asset: Asset): void {
    const own = [...this.#contents].filter(([part]) => assetOf(part) === asset);
    this.#deleted.set(asset, new Map(own));
    for (const [part] of own) this.#contents.delete(part);
  }

  restore(asset: Asset): void {
    for (const [part, content] of this.#deleted.get(asset) ?? []) this.#contents.set(part, content);
    this.#deleted.delete(asset);
  }

  seesPart(actor: Actor, part: Part): boolean {
    const asset = assetOf(part);
    if (!this.exists(asset)) return false;
    return !(actor === 'nina' && fieldOf(part) === 'veiled') && !(actor === 'oscar' && asset === 's');
  }

  /** Whether the actor may write the part. */
  may(actor: Actor, part: Part): boolean {
    if (actor === 'paula' || actor === 'agent' || !this.seesPart(actor, part)) return false;
    return !(actor === 'oscar' && fieldOf(part) === 'domain');
  }

  sees(actor: Actor, { items, proposer }: Proposal): boolean {
    if (personOf(actor) === proposer) return true;
    return actor !== 'oscar' || items.some(({ part }) => assetOf(part) !== 's');
  }

  itemsFor(actor: Actor, { items }: Proposal): readonly Item[] {
    return items.filter(({ part }) => this.seesPart(actor, part));
  }

  stateOf({ expiresAt, state }: Proposal): State {
    return state === 'OPEN' && expiresAt <= this.now ? 'EXPIRED' : state;
  }

  isInConflict({ after, before, part }: Item): boolean {
    const now = this.contentOf(part);
    return now !== before && now !== after;
  }

  /** Proposes an edit. Answers the proposal, an earlier one of the same content, or undefined: refused, or nothing would change. */
  propose(
    actor: Actor,
    assets: readonly Asset[],
    edit: Edit,
    expiresAt: number,
  ): { readonly proposal: Proposal; readonly isNew: boolean } | undefined {
    const items = assets.flatMap((asset) =>
      FIELDS.filter((field) => field in edit).flatMap((field): readonly Item[] => {
        const part: Part = `${asset} ${field}`;
        const [before, after] = [this.contentOf(part), edit[field]];
        return before === after ? [] : [{ part, before, after }];
      }),
    );
    // An asset on which nothing would change is not looked up.
    if (items.length === 0 || items.some(({ part }) => !this.exists(assetOf(part)))) return undefined;
    const proposer = personOf(actor);
    const contentOf = (of: readonly Item[]): string =>
      JSON.stringify(of.map(({ after, part }) => [part, after ?? null]));
    const known = this.proposals.find(
      (one) =>
        one.proposer === proposer &&
        this.stateOf(one) === 'OPEN' &&
        contentOf(one.items) === contentOf(items),
    );
    if (known !== undefined) return { proposal: known, isNew: false };
    const proposal: Proposal = {
      proposer,
      items,
      expiresAt,
      state: 'OPEN',
      approved: undefined,
      comments: 0,
    };
    this.proposals.push(proposal);
    return { proposal, isNew: true };
  }

  /** Which items an approval takes, and its status; with another status, nothing changes. */
  approve(
    actor: Actor,
    proposal: Proposal,
    only: readonly Part[] | undefined,
    overwrites: boolean,
  ): { readonly verdict: Verdict; readonly items: readonly Item[] } {
    const refused = (verdict: Verdict) => ({ verdict, items: [] });
    if (actor === 'agent') return refused(403);
    if (!this.sees(actor, proposal)) return refused(404);
    if (this.stateOf(proposal) !== 'OPEN') return refused(409);
    const visible = this.itemsFor(actor, proposal);
    if (only?.length === 0 || only?.some((part) => !visible.some((item) => item.part === part)) === true)
      return refused(400);
    const items = visible.filter(({ part }) => only?.includes(part) !== false);
    if (items.length === 0) return refused(403);
    if (!overwrites && items.some((item) => this.isInConflict(item))) return refused(409);
    if (items.some(({ part }) => !this.may(actor, part))) return refused(403);
    return { verdict: 200, items };
  }

  /** Takes an approval that succeeds. */
  take(proposal: Proposal, items: readonly Item[]): void {
    proposal.state = items.length === proposal.items.length ? 'APPROVED' : 'PARTLY_APPROVED';
    proposal.approved = items.map(({ part }) => part);
    for (const { after, part } of items) this.set(part, after);
  }

  mayReject(actor: Actor, proposal: Proposal): boolean {
    return (
      this.stateOf(proposal) === 'OPEN' &&
      this.itemsFor(actor, proposal).some(({ part }) => this.may(actor, part))
    );
  }

  reject(actor: Actor, proposal: Proposal): Verdict {
    if (actor === 'agent') return 403;
    if (!this.sees(actor, proposal)) return 404;
    if (this.stateOf(proposal) !== 'OPEN') return 409;
    return this.mayReject(actor, proposal) ? 200 : 403;
  }

  withdraw(actor: Actor, proposal: Proposal): Verdict {
    if (!this.sees(actor, proposal)) return 404;
    if (personOf(actor) !== proposal.proposer) return 403;
    return this.stateOf(proposal) === 'OPEN' ? 200 : 409;
  }
}
