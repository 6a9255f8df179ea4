import { signal } from '@preact/signals'

/** What is open above the page. */
export const overlay = signal<'palette' | 'keys' | 'tour' | undefined>(undefined)

/** What was typed for the palette before its code was there. */
export const typedEarly = signal('')
