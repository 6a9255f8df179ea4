/**
 * Every table of the database by its SQL name. It is empty here: each module adds the tables that it owns, in its own
 * `tables.ts`, so that the platform knows no module and a store sees every type:
 *
 *     declare module '../platform/database/tables.ts' {
 *       interface Tables {
 *         annotation: AnnotationTable
 *       }
 *     }
 *
 * The path is relative to the module's file and ends in `.ts`. Columns use Kysely's `Generated`, `ColumnType` and
 * `JSONColumnType`. Times are bigint columns of epoch milliseconds and arrive as numbers; ids come from `rushes_id`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it by declaration merging
export interface Tables {}
