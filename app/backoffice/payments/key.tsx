/** A key, shown on the button that it presses; not on touch screens. */
export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-current px-1 font-sans text-[0.75rem] uppercase leading-none opacity-70 pointer-coarse:hidden"
  >
    {children}
  </span>
)
