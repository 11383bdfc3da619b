import { memo, Suspense, useEffect, useRef } from 'react'
import { Icon } from '../ui/icons.tsx'
import type { MenuCategories } from './category-menu.tsx'
import { needPhonePanel, phonePanel } from './lazy-phone-panel.ts'

/**
 * The navbar's links as a menu behind a button, on narrow screens. It renders once: another rendering would drop the
 * server's HTML of the panel while its code isn't there.
 */
export const PhoneMenu = memo(function PhoneMenu({ menu }: { menu: MenuCategories }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Opened before hydration.
    if (panel.current?.matches(':popover-open')) needPhonePanel()
  }, [])
  return (
    <div className="bar-lg:hidden">
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Menú"
        onPointerDown={needPhonePanel}
        className="-ml-2.5 grid size-11 place-items-center rounded-lg hover:bg-mint"
      >
        <Icon name="menu" />
      </button>
      <div
        ref={panel}
        id="menu"
        popover="auto"
        onToggle={needPhonePanel}
        className="fades inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-line border-b bg-page text-ink shadow"
      >
        <Suspense>
          <phonePanel.Component menu={menu} />
        </Suspense>
      </div>
    </div>
  )
})
