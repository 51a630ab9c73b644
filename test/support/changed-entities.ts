import { ROOT_ACTOR } from '../../src/auth/actor.ts';
import { jsonAt, jsonItems } from './json-at.ts';
import type { TestServer } from './start-server.ts';

/** Maximum that the change feed returns at a time. */
const PAGE = 5_000;

/** Follows the change feed: which entities anybody but the root actor changed. Much cheaper than reading all entities and comparing. */
export class ChangedEntities {
  readonly #root: TestServer;
  #cursor = 'now';

  private constructor(root: TestServer) {
    this.#root = root;
  }

  /** Begins after the changes so far. */
  static async from(root: TestServer): Promise<ChangedEntities> {
    const changes = new ChangedEntities(root);
    await changes.next();
    return changes;
  }

  /** Where the feed was read to: the same as long as nothing is committed. */
  get position(): string {
    return this.#cursor;
  }

  /** Urns of the entities that were changed since the last call. */
  async next(): Promise<ReadonlySet<string>> {
    const urns = new Set<string>();
    for (let isAtEnd = false; !isAtEnd;) {
      const path = `/api/colophon/v1/changes?since=${encodeURIComponent(this.#cursor)}&limit=${PAGE}`;
      const { json, status, text } = await this.#root.request('GET', path);
      if (status !== 200) throw new Error(text);
      for (const event of jsonItems(json, 'events')) {
        if (jsonAt(event, 'actorUrn') !== ROOT_ACTOR) urns.add(String(jsonAt(event, 'entityUrn')));
      }
      this.#cursor = String(jsonAt(json, 'cursor'));
      isAtEnd = jsonAt(json, 'isAtEnd') === true;
    }
    return urns;
  }
}
