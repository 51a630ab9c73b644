import {
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { CompiledDocument } from '../execution/compiled-document.ts';
import { because } from '../../../refusals.ts';
import { documentRefusal } from './document-refusal.ts';
import { documentError, requestError, tooLarge, type ErrorForm } from './error-form.ts';
import { ExactNumbersRule } from './exact-numbers-rule.ts';
import { inJavaWords, type ShownError } from './java-words.ts';
import { OwnKeysRule } from './own-keys-rule.ts';
import { brokenShape, type ExceededLimit, type GraphqlLimits } from './limits.ts';

/** A valid document, or its errors. */
export type CheckedDocument =
  | { readonly document: DocumentNode; readonly compiled: CompiledDocument; readonly isMutation: boolean }
  | { readonly errors: readonly ErrorForm[] };

/** Documents with more characters are not cached, which bounds the cache in bytes too. */
const LONGEST_CACHED = 16 * 1024;
const RULES = [...specifiedRules, ExactNumbersRule, OwnKeysRule];
/** Enough to correct a query. Each further error takes time: its line is found by a scan of the whole text. */
const MAX_ERRORS = 20;
const MAX_ERRORS_OF_LONG = 4;

/** Parses and validates documents; caches the outcomes of the most recently used ones, errors included. */
export class DocumentCache {
  readonly #schema: GraphQLSchema;
  readonly #limits: GraphqlLimits;
  readonly #checked = new Map<string, CheckedDocument>();

  constructor(schema: GraphQLSchema, limits: GraphqlLimits) {
    this.#schema = schema;
    this.#limits = limits;
  }

  check(text: string): CheckedDocument {
    const broken = this.#tooLong(text);
    if (broken !== undefined) return { errors: [tooLarge(broken)] };
    const checked = this.#checked.get(text) ?? this.#check(text);
    if (text.length <= LONGEST_CACHED) this.#keep(text, checked);
    return checked;
  }

  #keep(text: string, checked: CheckedDocument): void {
    // A Map iterates in insertion order: its first key is the least recently used.
    this.#checked.delete(text);
    this.#checked.set(text, checked);
    if (this.#checked.size <= this.#limits.cachedDocuments) return;
    for (const oldest of this.#checked.keys()) {
      this.#checked.delete(oldest);
      return;
    }
  }

  #check(text: string): CheckedDocument {
    try {
      const document = parse(text, { maxLexicalTokens: this.#limits.tokens });
      const broken = brokenShape(document, this.#limits);
      if (broken !== undefined) return { errors: [tooLarge(broken)] };
      const maxErrors = text.length > LONGEST_CACHED ? MAX_ERRORS_OF_LONG : MAX_ERRORS;
      const errors = validate(this.#schema, document, RULES, { maxErrors });
      if (errors.length > 0) return { errors: this.#validationErrors(document, errors) };
      const compiled = new CompiledDocument(this.#schema, document);
      return { document, compiled, isMutation: hasMutation(document) };
    } catch (error) {
      return { errors: [this.#syntaxError(error)] };
    }
  }

  #validationErrors(document: DocumentNode, errors: readonly GraphQLError[]): ErrorForm[] {
    const shown = inJavaWords(this.#schema, document, errors);
    return errors.map((error, i) => validationError(error, shown[i], this.#schema));
  }

  #tooLong(text: string): ExceededLimit | undefined {
    const { characters, lines } = this.#limits;
    const remedy = 'Send a shorter query, or values as variables.';
    if (text.length > characters) {
      return {
        message: `The query has ${text.length} characters; the limit is ${characters}. ${remedy}`,
        most: characters,
      };
    }
    // Only a text with at least as many characters can have as many lines.
    if (text.length <= lines || text.split(/[\r\n]/, lines + 1).length <= lines) return undefined;
    return { message: `The query has more than ${lines} lines. ${remedy}`, most: lines };
  }

  #syntaxError(error: unknown): ErrorForm {
    if (error instanceof GraphQLError) {
      if (!error.message.includes('tokens')) {
        const { column = 1, line = 1 } = error.locations?.[0] ?? {};
        return documentError(error, 'InvalidSyntax', because('DOCUMENT_INVALID', { line, column }));
      }
      const remedy = 'Send a shorter query, or values as variables.';
      const message = `The query has more than ${this.#limits.tokens} tokens. ${remedy}`;
      return tooLarge({ message, most: this.#limits.tokens });
    }
    // The parser is recursive: only nesting can exhaust the stack.
    if (error instanceof RangeError) {
      const message = `The query is nested too deeply; the limit is ${this.#limits.depth}.`;
      return tooLarge({ message, most: this.#limits.depth });
    }
    throw error;
  }
}

/** graphql-js aborts without a reason if a document selects the same fields too often to compare them. */
function validationError(
  error: GraphQLError,
  shown: ShownError | undefined,
  schema: GraphQLSchema,
): ErrorForm {
  if (error.message !== 'Validation aborted.') {
    const refusal = documentRefusal(error.message, { name: shown?.field, schema });
    return documentError(error, 'ValidationError', refusal, shown);
  }
  const remedy = 'Select each field once, and use fewer fragments on the same type.';
  const message = `The query selects the same fields too often to be validated. ${remedy}`;
  return requestError('INVALID_REQUEST', message, [
    { code: 'INVALID_REQUEST', message, ...because('DOCUMENT_UNFIT', { name: '' }) },
  ]);
}

function hasMutation(document: DocumentNode): boolean {
  return document.definitions.some(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation',
  );
}
