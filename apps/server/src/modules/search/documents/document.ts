/** What other modules hand to this one. */

export type FieldValue = string | number | boolean | readonly (string | number | boolean)[]

/** The kinds of documents; a search is over one or several of them. */
export type DocumentKind =
  | 'annotation'
  | 'collection'
  | 'media'
  | 'thesaurus'
  | 'activity'
  | 'trace'
  | 'workflow'
  | 'user'
  | 'account'
  | 'performance'
  | 'deliveryRequest'
  | 'deliverySubmission'

/** A resource as a search finds and shows it. Written again whole whenever anything of it changes. */
export interface SearchDocument {
  /** Id of the resource, from the one sequence of ids. */
  readonly id: number
  readonly kind: DocumentKind
  readonly productionId?: number | undefined
  readonly accountId?: number | undefined
  /**
   * By field name, as queries name it (`funnel`, `start`, `merged_tags`, `threadGroupId_s_nm_d`, custom fields by suffix).
   * Texts are matched exactly and by letter case, except the analysed ones (`description`, `tsa_content`, `*_t`, `*_txt`).
   * Numbers and dates (epoch milliseconds) are numbers. A list holds several values. Absent and empty ones are left out.
   * `id`, `productionId` and `accountId` are added from the members above. Names of people, clips and tags are also part
   * of the default field (see `schema.ts`).
   */
  readonly fields: Readonly<Record<string, FieldValue | null | undefined>>
  /** Members that a result shows and no query finds. */
  readonly stored?: Readonly<Record<string, unknown>> | undefined
  /** Further text that the default field finds and no result shows: captions, a transcript. */
  readonly text?: readonly string[] | undefined
}

/**
 * Only documents that have one of the values in the field (or, with `orAbsent`, none at all in it), that are attached to
 * one of the collections, or that satisfy any of several restrictions.
 */
export type Restriction =
  | { readonly field: string; readonly values: readonly (string | number)[]; readonly orAbsent?: boolean }
  | { readonly attachedEditorialObjectIds: readonly number[] }
  | { readonly anyOf: readonly Restriction[] }

/**
 * Where a search looks: fixed by the authorised route, never by the query. Results, counts and facets come from inside
 * it alone. One of `productionId`, `productionIds`, `accountId` and `all` must be given; what is given holds together.
 */
export interface SearchScope {
  readonly kind: DocumentKind | readonly DocumentKind[]
  readonly productionId?: number | undefined
  readonly productionIds?: readonly number[] | undefined
  readonly accountId?: number | undefined
  readonly all?: true | undefined
  readonly mediaObjectId?: number | undefined
  /**
   * What a share visitor, or a list of one collection, may see; several must all hold. What the caller may not know of must
   * be kept out here, not by an `fq`: facets list the values of the whole scope, with the count 0 where no result has them.
   */
  readonly restrictTo?: Restriction | readonly Restriction[] | undefined
}
