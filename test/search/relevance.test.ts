import { openEmbeddedIndex } from '../../src/search/embedded/open-embedded-index.ts';
import { judge } from './judge.ts';

judge(() => openEmbeddedIndex({ folder: undefined, now: () => 0 }));
