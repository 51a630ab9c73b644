import { onlyInMainThread } from '../../operations/only-in-main.ts';
import type { OperationParts } from '../../operations/work.ts';

type Present = Pick<
  OperationParts,
  'observe' | 'query' | 'authorizer' | 'references' | 'settings' | 'reader' | 'auditLog'
>;

/** Dependencies of operations in a thread that only reads. A request that needs others is passed to the main thread. */
export class ReadingParts implements OperationParts {
  readonly observe: OperationParts['observe'];
  readonly query: OperationParts['query'];
  readonly authorizer: OperationParts['authorizer'];
  readonly references: OperationParts['references'];
  readonly settings: OperationParts['settings'];
  readonly reader: OperationParts['reader'];
  readonly auditLog: OperationParts['auditLog'];

  constructor(present: Present) {
    this.observe = present.observe;
    this.query = present.query;
    this.authorizer = present.authorizer;
    this.references = present.references;
    this.settings = present.settings;
    this.reader = present.reader;
    this.auditLog = present.auditLog;
  }

  get change(): never {
    return onlyInMainThread();
  }
  get changes(): never {
    return onlyInMainThread();
  }
  get invites(): never {
    return onlyInMainThread();
  }
  get nativeUsers(): never {
    return onlyInMainThread();
  }
  get oauth(): never {
    return onlyInMainThread();
  }

  get tokens(): never {
    return onlyInMainThread();
  }
  get secretBox(): never {
    return onlyInMainThread();
  }
  get referenceRemoval(): never {
    return onlyInMainThread();
  }
  get maintenance(): never {
    return onlyInMainThread();
  }
  get bulkEdits(): never {
    return onlyInMainThread();
  }
  get plans(): never {
    return onlyInMainThread();
  }
  get webhooks(): never {
    return onlyInMainThread();
  }
  get audit(): never {
    return onlyInMainThread();
  }
  get failedWrites(): never {
    return onlyInMainThread();
  }
  get readDemo(): never {
    return onlyInMainThread();
  }
}
