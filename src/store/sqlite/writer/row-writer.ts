import type { DatabaseSync } from 'node:sqlite';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { AssignmentRemover } from './assignment-remover.ts';
import { AuditWriter } from './audit-writer.ts';
import { FormerVersions } from './retention.ts';
import { ChecksumWriter } from './checksum-writer.ts';
import { DeletionWriter } from './deletion-writer.ts';
import { JobWriter } from './job-writer.ts';
import { LogTrimmer } from './log-trimmer.ts';
import { RunWriter } from './run-writer.ts';
import { touchedColumns } from './touched-columns.ts';
import { prepareWrites } from './write-statements.ts';
import { newEntitySum, pointPlace } from '../damage/row-sums.ts';
import { CommitMetadata, commonSum } from '../implied/commit-metadata.ts';
import { rowSum } from '../row-checksum.ts';
import { urnHashing } from '../urn-columns.ts';
import type { Removed, WriteBatch, WriteOperation } from './write-operations.ts';
import { shortEntriesText } from '../../rows/log-entries-text.ts';

type OperationOf<Kind extends WriteOperation[0]> = Extract<WriteOperation, readonly [Kind, ...unknown[]]>;

/** Applies batches on a connection. The caller holds the transaction. */
export class RowWriter {
  readonly #statements: ReturnType<typeof prepareWrites>;
  readonly #assignments: AssignmentRemover;
  readonly #audit: AuditWriter;
  readonly #deletions: DeletionWriter;
  readonly #jobs: JobWriter;
  readonly #logTrimmer: LogTrimmer;
  readonly #checksums: ChecksumWriter;
  readonly #commits: CommitMetadata;
  readonly #runs: RunWriter;
  readonly #former: FormerVersions;
  readonly #hashOf: (urn: string) => number;
  readonly #aspectIds = new Map<string, number>();
  /** Aspects written so far to entities created in this transaction: other aspects of these have no earlier version. */
  readonly #fresh = new Map<number, Set<number>>();
  #lastUrn = '';
  #lastId = 0;

  constructor(database: DatabaseSync) {
    this.#statements = prepareWrites(database);
    this.#former = new FormerVersions(database);
    this.#commits = new CommitMetadata(database);
    this.#assignments = new AssignmentRemover(database, this.#former, this.#commits);
    this.#audit = new AuditWriter(database);
    this.#deletions = new DeletionWriter(database);
    this.#jobs = new JobWriter(database);
    this.#logTrimmer = new LogTrimmer(database);
    this.#checksums = new ChecksumWriter(database, this.#commits);
    this.#runs = new RunWriter(database, this.#commits);
    this.#hashOf = urnHashing(database);
  }

  /** Clears state that is valid within one transaction only. Call it after COMMIT and after ROLLBACK. */
  endTransaction(): void {
    this.#former.endTransaction();
    this.#fresh.clear();
    this.#aspectIds.clear();
    this.#lastUrn = '';
  }

  /** Drops state of a transaction that was rolled back. */
  rolledBack(): void {
    this.#audit.rolledBack();
    this.#commits.clear();
  }

  /** Writes deferred rows, in a transaction of the caller. */
  complete(): void {
    this.#audit.complete();
  }

  /** Writes a batch and returns its removals. Throws when a write names an entity that does not exist. */
  write(batch: WriteBatch): Removed {
    const removed = { rows: 0, points: 0, assignments: 0 };
    for (const operation of batch.operations) {
      this.#execute(operation, batch, removed);
      if (typeof operation[1] === 'string') this.#former.noteWritten(operation[1]);
    }
    if (batch.entries !== undefined) this.#log(batch, batch.entries);
    return removed;
  }

  #log(batch: WriteBatch, entries: string): void {
    this.#statements.insertLog.run(batch.sequence, batch.createdOn, batch.createdBy, entries);
    this.#audit.recordCommit({ ...batch, entries });
  }

  #execute(operation: WriteOperation, batch: WriteBatch, removed: Removed): void {
    const { sequence } = batch;
    switch (operation[0]) {
      case 'shareMetadata':
        this.#shareMetadata(operation[1], batch);
        break;
      case 'createEntity':
        this.#createEntity(operation, sequence);
        break;
      case 'putAspect':
        this.#putAspect(operation, sequence);
        break;
      case 'touchAspect':
        this.#touch(operation);
        break;
      case 'deleteAspect': {
        const [entityId, aspectId] = this.#idsOf(operation);
        this.#delete({ urn: operation[1], entityId, aspectId }, batch, removed);
        break;
      }
      case 'revertAspect':
        removed.rows += this.#runs.revert(...this.#idsOf(operation), sequence, operation);
        break;
      case 'deleteEntity':
        this.#deleteEntity(operation[1], batch, removed);
        break;
      case 'touchEntity':
        this.#runs.touchEntity(this.#entityId(operation[1]), operation[2]);
        break;
      case 'deletePoints':
        removed.points += this.#runs.deletePoints(...this.#idsOf(operation), operation);
        break;
      case 'putPoint':
        this.#putPoint(operation, sequence);
        break;
      case 'beginGeneration': {
        const [, propertyUrn, generation, qualifiedName, entityTypes] = operation;
        this.#statements.beginGeneration.run(propertyUrn, generation, qualifiedName, entityTypes);
        break;
      }
      case 'addJob':
      case 'putJob':
      case 'dropJobs':
        this.#jobs.write(operation);
        break;
      case 'appendAudit':
        this.#audit.append(operation[1]);
        break;
      case 'purgeAudit':
        removed.rows += this.#audit.purge(operation[1]);
        break;
      case 'addChecksums':
        removed.rows += this.#checksums.add(operation[1], operation[2], operation[3]);
        break;
      case 'trimLog':
        removed.rows += this.#logTrimmer.trim(operation[1]);
        break;
      case 'trimDeletions':
        removed.rows += this.#deletions.trim(operation[1]);
        break;
      case 'endGeneration':
      case 'noteRemoval':
      case 'dropMapping': {
        const [kind, propertyUrn, generation, text] = operation;
        this.#statements[kind].run(text, propertyUrn, generation);
        break;
      }
      case 'removeAssignments':
        this.#removeAssignments(operation, batch, removed);
        break;
      case 'trimVersions': {
        const [, after, upTo, urn, aspectName, now] = operation;
        removed.rows += this.#former.trimRange({ after, upTo, urn, aspectName, now });
        break;
      }
    }
  }

  /** The rows of the batch without an author refer to it. */
  #shareMetadata(systemMetadata: string, { createdBy, createdOn, sequence }: WriteBatch): void {
    const sum = commonSum({ systemMetadata, createdOn, createdBy, sequence });
    this.#statements.insertCommitMetadata.run(sequence, createdOn, createdBy, systemMetadata, sum);
  }

  #createEntity(operation: OperationOf<'createEntity'>, sequence: number): void {
    const [, urn, ...stored] = operation;
    const [createdOn, createdBy, systemMetadata] = stored;
    const sum = newEntitySum(urn, { systemMetadata, createdOn, createdBy, sequence });
    const { lastInsertRowid } = this.#statements.insertEntity.run(
      urn,
      ...stored,
      sequence,
      sum,
      this.#hashOf(urn),
    );
    this.#lastUrn = urn;
    this.#lastId = Number(lastInsertRowid);
    this.#fresh.set(this.#lastId, new Set());
  }

  #putAspect(operation: OperationOf<'putAspect'>, sequence: number): void {
    const [, urn, aspectName, metadata, systemMetadata, createdOn, createdBy, internal] = operation;
    const entityId = this.#entityId(urn);
    const aspectId = this.#aspectId(aspectName);
    const { insertAspect } = this.#statements;
    const written = this.#fresh.get(entityId);
    if (written?.has(aspectId) !== false) {
      const last = this.#retire(entityId, aspectId);
      this.#former.trim([entityId, aspectId], { urn, aspectName, last }, createdOn);
    }
    written?.add(aspectId);
    const content = { metadata, systemMetadata, createdOn, createdBy, sequence, internal };
    const sum = rowSum(entityId, aspectName, content);
    insertAspect.run(
      entityId,
      aspectId,
      metadata,
      systemMetadata,
      createdOn,
      createdBy,
      sequence,
      internal,
      sum,
    );
  }

  #touch([, urn, aspectName, systemMetadata]: OperationOf<'touchAspect'>): void {
    const key = [this.#entityId(urn), this.#aspectId(aspectName)] as const;
    const row = this.#statements.latestSums.get(...key) ?? {};
    this.#statements.touch.run(...touchedColumns(this.#commits, 'aspect', row, systemMetadata), ...key);
  }

  /** Moves the latest version into the history and returns its number there; 0 when the aspect has no version. */
  #retire(entityId: number, aspectId: number): number {
    const last = this.#statements.lastVersion.get(entityId, aspectId)?.['last'];
    if (typeof last !== 'number') return 0;
    this.#statements.retire.run(last + 1, entityId, aspectId);
    return last + 1;
  }

  /** Also writes the log row, because only the writer knows the rewritten rows. */
  #removeAssignments(
    [, removal, range]: OperationOf<'removeAssignments'>,
    batch: WriteBatch,
    removed: Removed,
  ): void {
    const urns = this.#assignments.remove(removal, range);
    removed.assignments += urns.length;
    const { assignmentAspect: aspectName } = STRUCTURED_PROPERTY;
    this.#log(
      batch,
      shortEntriesText(urns.map((urn) => ({ urn, aspectName, changeType: 'UPSERT', isInvisible: true }))),
    );
  }

  #deleteEntity(urn: string, batch: WriteBatch, removed: Removed): void {
    const entityId = this.#entityId(urn);
    this.#delete({ urn, entityId }, batch, removed);
    this.#statements.deleteEntity.run(entityId);
    this.#lastUrn = '';
  }

  #delete(deleted: Parameters<DeletionWriter['delete']>[0], batch: WriteBatch, removed: Removed): void {
    const { points, rows } = this.#deletions.delete(deleted, batch);
    removed.rows += rows;
    removed.points += points;
  }

  #putPoint(operation: OperationOf<'putPoint'>, sequence: number): void {
    const [, urn, aspectName, timestamp, pointKey, metadata, systemMetadata, createdOn, createdBy] =
      operation;
    const ids = [this.#entityId(urn), this.#aspectId(aspectName)] as const;
    const internal = pointPlace(timestamp, pointKey);
    const content = { metadata, systemMetadata, createdOn, createdBy, sequence, internal };
    const sum = rowSum(ids[0], aspectName, content);
    this.#statements.putPoint.run(
      ...ids,
      timestamp,
      pointKey,
      metadata,
      systemMetadata,
      createdOn,
      createdBy,
      sequence,
      sum,
    );
  }

  #idsOf([, urn, aspectName]: readonly [string, string, string, ...unknown[]]): readonly [number, number] {
    return [this.#entityId(urn), this.#aspectId(aspectName)];
  }

  #entityId(urn: string): number {
    if (urn === this.#lastUrn) return this.#lastId;
    const id = this.#statements.findEntity.get(this.#hashOf(urn), urn)?.['id'];
    if (typeof id !== 'number')
      throw new Error(`Entity ${urn} does not exist; a decision must create it first.`);
    this.#lastUrn = urn;
    this.#lastId = id;
    return id;
  }

  #aspectId(name: string): number {
    const known = this.#aspectIds.get(name);
    if (known !== undefined) return known;
    const found = this.#statements.findAspectName.get(name)?.['id'];
    const id =
      typeof found === 'number' ? found : Number(this.#statements.insertAspectName.run(name).lastInsertRowid);
    this.#aspectIds.set(name, id);
    return id;
  }
}
