import * as v from 'valibot';
import { given } from '../../util/given.ts';
import { objectOf } from '../shapes.ts';

/** Aspect with the type and content of a post. */
export const POST_INFO = 'postInfo';

/** Shape of the content of a post, converted to the aspect's form. */
export const postContent = v.pipe(
  objectOf({
    contentType: v.string(),
    title: v.string(),
    description: v.nullish(v.string()),
    link: v.nullish(v.string()),
    media: v.nullish(objectOf({ type: v.string(), location: v.string() })),
  }),
  v.transform(({ contentType, title, ...others }) => ({ type: contentType, title, ...given(others) })),
);
