/** Nothing more can be stored: the disk or the bound of the database's size is reached. What was stored before is untouched. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}
