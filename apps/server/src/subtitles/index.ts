/**
 * Subtitles: one annotation per clip, language and preset, read and written as JSON and as subtitle files.
 * Promises: every stored entry lies in its clip, in order, in a region that exists; frames survive every file format;
 * a file is taken as a whole or refused.
 * Leaves to others: storage, patches and search (annotations); the formats themselves (the package timed-text).
 */
export { createExportWork } from './export/workflow.ts'
export { addSubtitleRoutes } from './routes.ts'
