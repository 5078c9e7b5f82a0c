export { renumberCodes } from './codes.ts';
export type {
  Code,
  Filter,
  FormatId,
  ParsedFile,
  ParseOptions,
  Unit,
  Warning,
  WriteOptions,
  WrittenFile,
} from './file.ts';
export { FileError, type FileErrorCode, type FilePlace, type TableColumn } from './file-error.ts';
export { filterFor, filters } from './filters.ts';
export { keyedFormats } from './key-path.ts';
