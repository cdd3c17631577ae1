/** The disk or the size limit of the database is full. What was stored before is intact. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}
