import { ERROR_CODES, type CatalogError } from '../../errors.ts';
import { errorForm, type ErrorForm } from '../http/error-form.ts';

const EXCEPTION_CLASS = 'com.linkedin.restli.server.RestLiServiceException';

/**
 * The response for an error in Rest.li form, with the status also in the body. Validation errors have status 422 in
 * Rest.li.
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
      ...(error.problems.length > 0 && { problems: error.problems }),
    },
  };
}
