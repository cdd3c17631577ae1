import { awaitedLater } from '../../../core/util/awaited-later.js';
import { ifReadable } from '../../files/unless-failed.js';
import type { SetModel } from '../../../plan/set-model.js';
import type { ContentHash, FileBytes } from '../../../ports/files.js';
import { type LocaleFile, sourcePath } from '../../files/locale-file.js';
import { readSource, type SourceRead } from '../../files/read-file.js';
import type { Project } from '../../context/project.js';

/** A file that earlier runs know, read but not parsed. */
export interface KnownBytes {
  readonly bytes: FileBytes | undefined;
  /** The hash of the source locale's file; undefined if there is none, or it cannot be read. */
  readonly sourceHash: ContentHash | undefined;
}

/** The source locale's file of a set: read once, and parsed once if its texts are needed. */
export class FileSetSource {
  #bytes: Promise<FileBytes | undefined> | undefined;
  #read: Promise<SourceRead> | undefined;

  constructor(
    private readonly project: Project,
    private readonly first: LocaleFile,
  ) {}

  read(): Promise<SourceRead> {
    return (this.#read ??= readSource(this.project, this.first, () => this.#bytesOnce()));
  }

  async model(): Promise<SetModel | undefined> {
    return (await this.read()).model;
  }

  /** Its hash; undefined if there is none, or it cannot be read. */
  async hash(): Promise<ContentHash | undefined> {
    return (await ifReadable(() => this.#bytesOnce()))?.contentHash;
  }

  /** A file of the set, if earlier runs know it. */
  async knownBytes(file: LocaleFile): Promise<KnownBytes | undefined> {
    if (!this.project.index?.find(file.path)) return undefined;
    const sourceHash = await this.hash();
    const own = this.path === file.path;
    return { bytes: await (own ? this.#bytesOnce() : this.project.files.readBytes(file.path)), sourceHash };
  }

  /** Its path; undefined if there is none. */
  get path(): string | undefined {
    return sourcePath(this.first.bound)?.path;
  }

  #bytesOnce(): Promise<FileBytes | undefined> {
    const path = this.path;
    return (this.#bytes ??=
      path === undefined ? Promise.resolve(undefined) : awaitedLater(this.project.files.readBytes(path)));
  }
}
