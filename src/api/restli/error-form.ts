import { ERROR_CODES } from '../../errors.ts';
import type { CatalogError } from '../../errors.ts';
import type { ErrorForm } from '../http/error-form.ts';
import { errorForm } from '../http/error-form.ts';

const EXCEPTION_CLASS = 'com.linkedin.restli.server.RestLiServiceException';

/**
 * The form in which Rest.li clients get a failure: its status in the body, too, and `message` for people. A refused
 * value is 422 here.
 */
export function restliErrorForm(error: CatalogError): ErrorForm {
  const status = ERROR_CODES[error.code].restli;
  const { headers } = errorForm(error);
  return {
    status,
    headers: { ...headers, 'X-RestLi-Error-Response': 'true', 'X-RestLi-Protocol-Version': '2.0.0' },
    body: {
      exceptionClass: EXCEPTION_CLASS,
      message: error.message,
      status,
      error: ERROR_CODES[error.code].title,
    },
  };
}
