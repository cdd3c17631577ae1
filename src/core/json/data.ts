/** A value of a JSON document that is not what is expected there. */
export class DataMismatch extends Error {
  override readonly name = 'DataMismatch';

  constructor(
    /** Where it is, such as `files[2].path`; '' for the document itself. */
    readonly at: string,
    readonly expected: string,
  ) {
    super(`${at === '' ? 'the document' : at} is not ${expected}`);
  }
}

/**
 * A value of a JSON document that anybody may have written. What it holds is read as the type that
 * is expected there, or a {@link DataMismatch} is thrown.
 */
export class Data {
  private constructor(
    private readonly value: unknown,
    /** Its name in what it is a part of, such as `.path` or `[2]`. */
    private readonly name = '',
    private readonly parent?: Data,
  ) {}

  /** Where it is in the document, such as `files[2].path`. */
  private get at(): string {
    const { name, parent } = this;
    if (!parent) return name;
    const above = parent.at;
    return above === '' ? name.replace(/^\./, '') : `${above}${name}`;
  }

  /** Throws DataMismatch for a text that is not JSON. */
  static parse(text: string): Data {
    try {
      return new Data(JSON.parse(text) as unknown);
    } catch {
      throw new DataMismatch('', 'JSON');
    }
  }

  /** A member of an object; it may be absent. */
  get(name: string): Data {
    const member: unknown = Object.getOwnPropertyDescriptor(this.#object(), name)?.value;
    return new Data(member, `.${name}`, this);
  }

  /** All members of an object, by name. */
  members<T>(read: (member: Data) => T): Map<string, T> {
    const entries: [string, unknown][] = Object.entries(this.#object());
    return new Map(entries.map(([name, value]) => [name, read(new Data(value, `.${name}`, this))]));
  }

  list<T>(read: (item: Data) => T): T[] {
    const { value } = this;
    if (!Array.isArray(value)) throw this.misfit('a list');
    return value.map((item: unknown, i) => read(new Data(item, `[${i}]`, this)));
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.misfit('a text');
    return this.value;
  }

  number(): number {
    if (typeof this.value !== 'number') throw this.misfit('a number');
    return this.value;
  }

  /** Undefined for null. */
  orNull<T>(read: (value: Data) => T): T | undefined {
    return this.value === null ? undefined : read(this);
  }

  /** Undefined for a member that is absent. */
  orAbsent<T>(read: (value: Data) => T): T | undefined {
    return this.value === undefined ? undefined : read(this);
  }

  oneOf<T extends string | number | boolean>(...values: readonly T[]): T {
    const found = values.find((value) => value === this.value);
    if (found === undefined) throw this.misfit(values.map((value) => JSON.stringify(value)).join(' or '));
    return found;
  }

  misfit(expected: string): DataMismatch {
    return new DataMismatch(this.at, expected);
  }

  #object(): object {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw this.misfit('an object');
    return value;
  }
}

/** What `read` makes of a JSON document; undefined if that is not what it expects. */
export function readData<T>(text: string, read: (data: Data) => T): T | undefined {
  try {
    return read(Data.parse(text));
  } catch (error) {
    if (error instanceof DataMismatch) return undefined;
    throw error;
  }
}
