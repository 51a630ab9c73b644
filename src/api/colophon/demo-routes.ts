import { loadDemo } from '../../operations/demo/load-demo.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Sample data. */
export const DEMO_ROUTES: readonly OwnRoute[] = [exposed('POST /demo', loadDemo, { mayOmitBody: true })];
