import { crc32 } from 'node:zlib';

/**
 * What a stored answer is found by: a small number in place of a text of up to 200 characters, so that an index of them fits a third
 * of the pages. SQL of the connection that writes knows it as `answer_label`.
 */
export function answerLabel(clientRowId: number, key: string): number {
  return crc32(`${clientRowId}:${key}`);
}
