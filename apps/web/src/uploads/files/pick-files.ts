interface PickOptions {
  readonly isMultiple: boolean
}

/** Opens the window in which a person chooses files. */
export function pickFiles({ isMultiple }: PickOptions, onFiles: (files: readonly File[]) => void): void {
  const field = document.createElement('input')
  field.type = 'file'
  field.hidden = true
  field.multiple = isMultiple
  field.addEventListener('change', () => {
    field.remove()
    onFiles([...(field.files ?? [])])
  })
  field.addEventListener('cancel', () => field.remove())
  // Some browsers forget a field that is nowhere on the page.
  document.body.append(field)
  field.click()
}
