import { type ComponentType, lazy } from 'react'
import type { MenuCategories } from './category-menu.tsx'

/** Loads the code of the phone menu's panel. */
export let needPhonePanel = () => {}
const needed = new Promise<void>((resolve) => {
  needPhonePanel = resolve
})

/**
 * The panel of the phone's menu. The server renders it (app/entry.server.tsx sets the component), so that it also opens
 * before hydration; the browser keeps its HTML, and loads the code when the menu is about to open.
 */
export const phonePanel: { Component: ComponentType<{ menu: MenuCategories }> } = {
  Component: lazy(async () => {
    await needed
    return { default: (await import('./phone-panel.tsx')).PhonePanel }
  }),
}
