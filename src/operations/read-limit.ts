export { DEFAULT_READ_SIZE, ReadSize, ReadTooLargeError } from '../store/read-limit.ts';
