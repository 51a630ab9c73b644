import { describeFailover } from './describe-failover.ts';

describeFailover('a fail-over of PostgreSQL', () => ({}));
