/** What went wrong with what was just sent, said at once; nothing while nothing is wrong. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="notice notice-warn" role="alert">
      {text}
    </p>
  );
}
