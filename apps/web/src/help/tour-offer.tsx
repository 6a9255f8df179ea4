import { Button } from '../design/fields/button.tsx'
import { overlay } from '../frame/overlay.ts'
import { texts } from './messages.ts'
import { endOffer, isTourOffered } from './tour-state.ts'
import './help.css'

/** Asks somebody new, on the first page, whether they want to be shown around; in nobody's way. */
export function TourOffer() {
  if (!isTourOffered.value || overlay.value !== undefined) return null
  const begin = () => {
    overlay.value = 'tour'
  }
  return (
    <aside class="tour-offer" aria-label={texts('begin')}>
      <p>{texts('offer')}</p>
      <Button kind="quiet" onClick={endOffer}>
        {texts('later')}
      </Button>
      <Button onClick={begin}>{texts('begin')}</Button>
    </aside>
  )
}
