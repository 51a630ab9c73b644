import {
  LIFECYCLE_STAGE,
  parseStage,
  type LifecycleStage,
  type LifecycleStages,
} from '../model/lifecycle-stage.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import type { SystemReader } from './system-reader.ts';

const { entityType, infoAspect, statusAspect } = LIFECYCLE_STAGE;

/**
 * All lifecycle stages as of the last `load`, `reload` or `refresh`. The caller that applies commits must refresh the
 * stages that a commit names before anything else processes that commit.
 */
export class LiveStageDirectory implements LifecycleStages {
  #stages: readonly LifecycleStage[] = [];

  /** Loads all stages from the store. */
  static async load(reader: SystemReader): Promise<LiveStageDirectory> {
    const directory = new LiveStageDirectory();
    await directory.reload(reader);
    return directory;
  }

  /** Replaces the whole content with the current state of the store. */
  async reload(reader: SystemReader): Promise<void> {
    const [infos, statuses] = await Promise.all([
      reader.rowsOf(entityType, infoAspect),
      reader.rowsOf(entityType, statusAspect),
    ]);
    const removed = new Set(
      statuses.filter(({ aspect }) => aspect.value['removed'] === true).map(({ aspect }) => aspect.urn),
    );
    this.#stages = infos
      .filter(({ aspect }) => !removed.has(aspect.urn))
      .map(({ aspect }) => parseStage(aspect.urn, aspect.value));
  }

  /** Reloads all stages (a catalog has few) if any of these entities is one. */
  async refresh(reader: SystemReader, urns: Iterable<Urn>): Promise<void> {
    if ([...urns].some((urn) => entityTypeOf(urn) === entityType)) await this.reload(reader);
  }

  all(): readonly LifecycleStage[] {
    return this.#stages;
  }
}
