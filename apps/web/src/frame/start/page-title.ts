/** The title of the window: what is shown, where, and of which product. */

import { effect, signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The kind of page. */
export const pageTitle = signal('')
/** Which page is shown, by the name that it has in the list of pages. */
export const shownPage = signal('')
/** What the page is of: a production, an account. */
const subject = signal('')

effect(() => {
  document.title = [pageTitle.value, subject.value, 'Rushes'].filter(part => part !== '').join(' · ')
})

/** Names what the page is of for as long as it is shown. */
export function useSubject(name: string | undefined): void {
  useLayoutEffect(() => {
    subject.value = name ?? ''
    return () => {
      subject.value = ''
    }
  }, [name])
}
