import { signal } from '@preact/signals'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const kept = 'rushes.theme'

/** Dark, light, or as the system has it. */
export const theme = signal<Theme>(themes.find(known => known === localStorage.getItem(kept)) ?? 'system')

export function setTheme(chosen: Theme): void {
  localStorage.setItem(kept, chosen)
  theme.value = chosen
  applyTheme()
}

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}
