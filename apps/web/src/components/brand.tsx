/** A pointer at work above the edge of a desk. */
export const Mark = ({ className = 'size-7' }: { className?: string }) => (
  <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" className="fill-accent" />
    <path
      d="M10 7.5 22.5 14.6 16.6 16.3 14 21.9Z"
      className="fill-on-accent stroke-on-accent"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
    <path d="M6.5 25.5h19" stroke="#f2b265" strokeWidth="2.6" strokeLinecap="round" />
  </svg>
)
