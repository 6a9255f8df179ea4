/** The title of the window: what is shown, where, and of which product. */

import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** The kind of page. */
export const pageTitle = signal('')
/** What the page is of: a production, an account. */
const subject = signal('')

effect(() => {
  document.title = [pageTitle.value, subject.value, 'Rushes'].filter(part => part !== '').join(' · ')
})

/** Names what the page is of for as long as it is shown. */
export function useSubject(name: string | undefined): void {
  useEffect(() => {
    subject.value = name ?? ''
    return () => {
      subject.value = ''
    }
  }, [name])
}
