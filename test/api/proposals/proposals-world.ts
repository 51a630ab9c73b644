import { expect } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import type { Answer, TestServer } from '../../support/start-server.ts';
import { userUrn, writeAspect } from '../../support/test-actors.ts';
import {
  ACTORS,
  ASSETS,
  FIELDS,
  NaiveProposals,
  THERE,
  assetOf,
  fieldOf,
  personOf,
  type Actor,
  type Asset,
  type Content,
  type Edit,
  type Field,
  type Item,
  type Part,
  type Proposal,
  type Verdict,
} from './naive-proposals.ts';

const ROUTE = '/api/colophon/v1/proposals';

/** How long a proposal is open unless it says otherwise, in ms. */
export const MONTH = 30 * 24 * 60 * 60_000;

export const TAGS: Readonly<Partial<Record<Field, string>>> = { x: 'urn:li:tag:x', y: 'urn:li:tag:y' };

/** Texts that no answer to these actors may contain: the platform of the hidden asset, the hidden property and its values. */
const HIDDEN: Readonly<Partial<Record<Actor, readonly string[]>>> = {
  oscar: ['vault', 'SECRET'],
  nina: ['veiled', 'VEIL'],
};

/** A server with its actors, and its clock, which stands still between steps. */
export interface Catalog {
  readonly root: TestServer;
  readonly actors: Readonly<Record<Actor, TestServer>>;
  readonly clock: { now: number };
}

/** One sequence with assets of its own: what the server says is compared with the model. */
export class World {
  readonly model = new NaiveProposals();
  readonly #catalog: Catalog;
  readonly #prefix: string;
  /** Ids of the proposals of the model. */
  readonly #ids = new Map<Proposal, string>();
  /** How many answers were compared whose items were in conflict, and that were decided. */
  readonly seen = { conflicts: 0, approved: 0, left: 0 };

  constructor(catalog: Catalog, prefix: string) {
    this.#catalog = catalog;
    this.#prefix = prefix;
  }

  async begin(): Promise<void> {
    this.model.now = this.#catalog.clock.now;
    for (const asset of ASSETS)
      await writeAspect(this.#catalog.root, this.urn(asset), 'datasetProperties', { name: asset });
  }

  urn(asset: Asset): string {
    return datasetUrn(`${this.#prefix}.${asset}`, asset === 's' ? 'vault' : 'hive');
  }

  /** The proposal of a random number; undefined if there is none yet. */
  proposal(nth: number): Proposal | undefined {
    const { proposals } = this.model;
    return proposals[nth % Math.max(1, proposals.length)];
  }

  /** Sends a request as an actor, and expects that its answer shows nothing of what the actor may not see. */
  async ask(actor: Actor, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#catalog.actors[actor].request(method, `${ROUTE}${path}`, body);
    expectNothingHidden(actor, answer);
    return answer;
  }

  id(proposal: Proposal): string {
    return this.#ids.get(proposal) ?? 'none';
  }

  async propose(actor: Actor, assets: readonly Asset[], edit: Edit, lasts: number): Promise<void> {
    const { model } = this;
    const body = { urns: assets.map((asset) => this.urn(asset)), changes: changesOf(edit) };
    const expiresAt = this.#catalog.clock.now + lasts;
    const expected = model.propose(
      actor,
      assets,
      edit,
      actor === 'agent' ? this.#catalog.clock.now + MONTH : expiresAt,
    );
    let id: string | undefined;
    if (actor === 'agent') {
      const held = await this.#catalog.actors.agent.request('POST', '/api/colophon/v1/bulk-edits', body);
      id = held.headers.get('x-colophon-proposal')?.split(':').at(-1);
      expect([held.status === 403, id !== undefined], held.text).toEqual([
        id !== undefined,
        expected !== undefined,
      ]);
    } else {
      const made = await this.ask(actor, 'POST', '', { title: 'A title', edit: body, expiresAt });
      const isMade = made.status < 300;
      expect([isMade, made.text]).toEqual([expected !== undefined, made.text]);
      expect(made.status, made.text).toBeLessThan(500);
      id = isMade ? made.json.id : undefined;
    }
    if (expected === undefined || id === undefined) return;
    expect([...this.#ids.values()].includes(id)).toBe(!expected.isNew);
    if (expected.isNew) this.#ids.set(expected.proposal, id);
    expect(this.#ids.get(expected.proposal)).toBe(id);
  }

  /** The decision of an actor as a request, and what the model says. */
  async decision(choice: Choice, proposal: Proposal): Promise<Decision> {
    const { by, verb } = choice;
    if (verb !== 'approve') {
      const verdict = this.model[verb](by, proposal);
      const take = (): void => {
        proposal.state = verb === 'reject' ? 'REJECTED' : 'WITHDRAWN';
      };
      return { path: `/${this.id(proposal)}/${verb}`, body: {}, verdict, take };
    }
    const shown = await this.ask(by, 'GET', `/${this.id(proposal)}`);
    const items: readonly ShownItem[] = shown.json.items ?? [];
    const chosen =
      choice.only === undefined ? undefined : items.filter((_, i) => choice.only?.includes(i) === true);
    const parts = chosen?.map((item) => this.partOf(item));
    const { items: taken, verdict } = this.model.approve(by, proposal, parts, choice.overwrites);
    const { reviewToken } = shown.json;
    const body = {
      overwrite: choice.overwrites,
      ...(chosen !== undefined && { only: chosen.map(({ id }) => id) }),
      ...(choice.isReviewed && typeof reviewToken === 'string' && { reviewToken }),
    };
    return {
      path: `/${this.id(proposal)}/approve`,
      body,
      verdict,
      take: () => this.model.take(proposal, taken),
    };
  }

  async decide(choice: Choice): Promise<void> {
    const proposal = this.proposal(choice.nth);
    if (proposal === undefined) return;
    const { body, path, take, verdict } = await this.decision(choice, proposal);
    const answer = await this.ask(choice.by, 'POST', path, body);
    expect([answer.status, answer.text]).toEqual([verdict, answer.text]);
    if (verdict === 200) take();
  }

  /** Sends several decisions of one proposal at once: one of those that are allowed is made. */
  async race(nth: number, choices: readonly Choice[]): Promise<void> {
    const proposal = this.proposal(nth);
    if (proposal === undefined) return;
    const decisions = await Promise.all(choices.map((choice) => this.decision(choice, proposal)));
    const answers = await Promise.all(
      decisions.map(({ body, path }, i) => this.ask(choices[i]?.by ?? 'edith', 'POST', path, body)),
    );
    const made = decisions.filter((_, i) => answers[i]?.status === 200);
    const allowed = decisions.filter(({ verdict }) => verdict === 200);
    const texts = answers.map(({ status, text }) => `${status} ${text}`).join('\n');
    expect(made.length, texts).toBe(Math.min(1, allowed.length));
    for (const [i, { verdict }] of decisions.entries()) {
      const status = answers[i]?.status;
      // One that lost finds the proposal decided.
      const expected = allowed.length > 0 ? [verdict, 409] : [verdict];
      expect(expected, texts).toContain(status);
    }
    for (const { take, verdict } of made) {
      expect(verdict).toBe(200);
      take();
    }
  }

  async comment(nth: number, by: Actor): Promise<void> {
    const proposal = this.proposal(nth);
    if (proposal === undefined) return;
    const sees = this.model.sees(by, proposal);
    const { status, text } = await this.ask(by, 'POST', `/${this.id(proposal)}/comments`, { text: 'Why?' });
    expect(status, text).toBe(sees ? 200 : 404);
    if (sees) proposal.comments++;
  }

  /** Writes past all proposals. */
  async edit(part: Part, content: Content): Promise<void> {
    if (!this.model.exists(assetOf(part))) return;
    const field = fieldOf(part);
    const urn = this.urn(assetOf(part));
    const tag = TAGS[field];
    if (field === 'domain') {
      await writeAspect(this.#catalog.root, urn, 'domains', {
        domains: content === undefined ? [] : [content],
      });
    } else {
      const list = tag === undefined ? 'properties' : 'tags';
      const key = tag ?? propertyUrn(field);
      const value = tag === undefined ? { propertyUrn: key, values: [{ string: content }] } : { tag };
      const path = `/${list}/${key}`;
      const patch = [content === undefined ? { op: 'remove', path } : { op: 'add', path, value }];
      const arrayPrimaryKeys = { [list]: [tag === undefined ? 'propertyUrn' : 'tag'] };
      const aspect = tag === undefined ? 'structuredProperties' : 'globalTags';
      const { status, text } = await this.#catalog.root.request('PATCH', aspectPath(urn, aspect), {
        arrayPrimaryKeys,
        patch,
      });
      expect(status, text).toBe(200);
    }
    this.model.set(part, content);
  }

  async delete(asset: Asset): Promise<void> {
    if (!this.model.exists(asset)) return;
    const path = `/openapi/v3/entity/dataset/${encodeURIComponent(this.urn(asset))}`;
    const { status, text } = await this.#catalog.root.request('DELETE', path);
    expect(status, text).toBe(200);
    this.model.delete(asset);
  }

  async restore(asset: Asset): Promise<void> {
    if (this.model.exists(asset)) return;
    const { status, text } = await this.#catalog.root.request('POST', '/api/colophon/v1/undo', {
      urn: this.urn(asset),
    });
    expect(status, text).toBe(200);
    this.model.restore(asset);
  }

  pass(ms: number): void {
    this.#catalog.clock.now += ms;
    this.model.now = this.#catalog.clock.now;
  }

  /** Compares the assets, and what all actors see of the proposals, with the model. */
  async expectSame(): Promise<void> {
    for (const asset of ASSETS) await this.#expectSameAsset(asset);
    for (const actor of ACTORS) {
      await this.#expectSameList(actor);
      for (const proposal of this.model.proposals) await this.#expectSameProposal(actor, proposal);
    }
  }

  /** Compares an asset, and what an actor sees of some proposals, with the model: after a step, all would take most of the time. */
  async expectSameInPart(step: number): Promise<void> {
    const actor = ACTORS[step % ACTORS.length] ?? 'edith';
    await this.#expectSameAsset(ASSETS[step % ASSETS.length] ?? 'a');
    await this.#expectSameList(actor);
    const some = this.model.proposals.filter((_, i) => i % 3 === step % 3);
    for (const proposal of some) await this.#expectSameProposal(actor, proposal);
  }

  async #expectSameAsset(asset: Asset): Promise<void> {
    if (!this.model.exists(asset)) return;
    const urn = this.urn(asset);
    const read = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
      const { json, status } = await this.#catalog.root.request('GET', aspectPath(urn, name, 'v3'));
      return status === 404 ? {} : json.value;
    };
    const values = await clientOf(this.#catalog.root).values(urn);
    const tags = JSON.stringify(await read('globalTags'));
    const { domains } = await read('domains');
    const stored: Readonly<Record<Field, unknown>> = {
      open: values['open'],
      veiled: values['veiled'],
      x: tags.includes('urn:li:tag:x') ? THERE : undefined,
      y: tags.includes('urn:li:tag:y') ? THERE : undefined,
      domain: Array.isArray(domains) ? domains[0] : undefined,
    };
    const expected = FIELDS.map((field): unknown => {
      const content = this.model.contentOf(`${asset} ${field}`);
      const isValue = field === 'open' || field === 'veiled';
      return content !== undefined && isValue ? [{ string: content }] : content;
    });
    expect(FIELDS.map((field) => stored[field])).toEqual(expected);
  }

  async #expectSameList(actor: Actor): Promise<void> {
    const { model } = this;
    const idsOf = async (query: string): Promise<readonly string[]> => {
      const { json, status, text } = await this.ask(actor, 'GET', `?count=1000&${query}`);
      expect(status, text).toBe(200);
      const listed: readonly { readonly id: string }[] = json.proposals;
      const mine = new Set(this.#ids.values());
      return listed
        .map(({ id }) => id)
        .filter((id) => mine.has(id))
        .sort();
    };
    const expected = (isIn: (proposal: Proposal) => boolean): readonly string[] =>
      model.proposals
        .filter((one) => model.sees(actor, one) && isIn(one))
        .map((one) => this.id(one))
        .sort();
    const mayDecide = (one: Proposal): boolean => model.mayReject(actor, one);
    expect([actor, await idsOf('for=review')]).toEqual([actor, expected(mayDecide)]);
    const state = model.proposals.map((one) => model.stateOf(one)).at(-1) ?? 'OPEN';
    expect([actor, state, await idsOf(`state=${state}`)]).toEqual([
      actor,
      state,
      expected((one) => model.stateOf(one) === state),
    ]);
    const own = expected((one) => one.proposer === personOf(actor));
    expect(await idsOf('for=me')).toEqual(own);
  }

  async #expectSameProposal(actor: Actor, proposal: Proposal): Promise<void> {
    const { model } = this;
    const { json, status, text } = await this.ask(actor, 'GET', `/${this.id(proposal)}`);
    if (!model.sees(actor, proposal)) {
      expect(status, text).toBe(404);
      return;
    }
    const state = model.stateOf(proposal);
    const isOpen = state === 'OPEN';
    expect(
      [json.state, json.proposer, json.comments?.length, json.mayReject, json.mayWithdraw],
      text,
    ).toEqual([
      state,
      userUrn(proposal.proposer),
      proposal.comments,
      model.mayReject(actor, proposal),
      isOpen && personOf(actor) === proposal.proposer,
    ]);
    const shown: readonly ShownItem[] = json.items;
    const found = new Map(shown.map((item) => [this.partOf(item), item]));
    const items = model.itemsFor(actor, proposal);
    expect([...found.keys()].sort(), text).toEqual(items.map(({ part }) => part).sort());
    expect([...json.targets].sort()).toEqual(this.#targets(actor, proposal));
    for (const item of items) {
      const { after, before, conflict, decision, mayApprove } = found.get(item.part) ?? fail(item);
      const field = fieldOf(item.part);
      const expected = {
        before: model.contentOf(item.part),
        after: item.after,
        conflict: isOpen && model.isInConflict(item),
        mayApprove: isOpen && model.may(actor, item.part),
        decision: decisionOf(item, proposal),
      };
      const answered = {
        before: contentIn(field, before),
        after: contentIn(field, after),
        conflict,
        mayApprove,
        decision,
      };
      expect(answered, `${item.part} as ${actor}: ${text}`).toEqual(expected);
      if (conflict) this.seen.conflicts++;
      if (decision === 'APPROVED') this.seen.approved++;
      if (decision === 'LEFT') this.seen.left++;
    }
  }

  #targets(actor: Actor, { items }: Proposal): readonly string[] {
    const assets = new Set(items.map(({ part }) => assetOf(part)));
    return [...assets]
      .filter((asset) => this.model.exists(asset) && !(actor === 'oscar' && asset === 's'))
      .map((asset) => this.urn(asset))
      .sort();
  }

  partOf({ aspect, path, urn }: ShownItem): Part {
    const asset = ASSETS.find((one) => this.urn(one) === urn) ?? fail(urn);
    const named = String(path[1]);
    const field =
      aspect === 'domains' ? 'domain' : FIELDS.find((one) => named === (TAGS[one] ?? propertyUrn(one)));
    return `${asset} ${field ?? fail(path)}`;
  }
}

interface ShownItem {
  readonly id: string;
  readonly urn: string;
  readonly aspect: string;
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
  readonly conflict: boolean;
  readonly mayApprove: boolean;
  readonly decision: string | null;
}

interface Decision {
  readonly path: string;
  readonly body: object;
  readonly verdict: Verdict;
  readonly take: () => void;
}

export interface Choice {
  readonly nth: number;
  readonly by: Actor;
  readonly verb: 'approve' | 'reject' | 'withdraw';
  /** Places in the list of items that the actor sees. */
  readonly only: readonly number[] | undefined;
  readonly overwrites: boolean;
  readonly isReviewed: boolean;
}

function fail(what: unknown): never {
  throw new Error(`There is no ${JSON.stringify(what)}.`);
}

function expectNothingHidden(actor: Actor, { text }: Answer): void {
  for (const hidden of HIDDEN[actor] ?? []) expect(text, `an answer to ${actor}`).not.toContain(hidden);
}

function decisionOf({ part }: Item, { approved, state }: Proposal): string | null {
  if (state === 'REJECTED') return 'REJECTED';
  if (approved === undefined) return null;
  return approved.includes(part) ? 'APPROVED' : 'LEFT';
}

/** The content in a part of an aspect as it is shown. */
function contentIn(field: Field, shown: unknown): Content {
  if (shown === null) return undefined;
  const { domains, values } = Object(shown);
  if (field === 'domain') return domains[0];
  return field === 'open' || field === 'veiled' ? values[0].string : THERE;
}

/** The edit as the body of a bulk edit. */
export function changesOf(edit: Edit): readonly object[] {
  return FIELDS.filter((field) => field in edit).map((field) => {
    const content = edit[field];
    const tag = TAGS[field];
    if (tag !== undefined)
      return { field: 'tags', action: content === undefined ? 'remove' : 'add', values: [tag] };
    const named = field === 'domain' ? field : propertyUrn(field);
    return content === undefined
      ? { field: named, action: 'clear' }
      : { field: named, action: 'set', values: [content] };
  });
}
