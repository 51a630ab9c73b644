import { describeApprovals } from './describe-approvals.ts';

describeApprovals('SQLite', () => Promise.resolve([]));
