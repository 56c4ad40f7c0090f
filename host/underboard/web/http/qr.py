"""QR codes of addresses, for the terminal and for the page.

segno is imported by whoever needs a code: a browser tab does without it.
"""

import io


def qr_text(url: str) -> str:
    """Return a QR code for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def qr_svg(url: str) -> str:
    """Return a QR code as an SVG image."""
    import segno

    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", border=3, scale=6, xmldecl=False, dark="#000", light="#fff"
    )
    return out.getvalue().decode()
