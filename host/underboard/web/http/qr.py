"""QR codes of addresses, for the terminal and for the page."""

import io

import segno


def qr_text(url: str) -> str:
    """Return a QR code for a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def qr_svg(url: str) -> str:
    """Return a QR code as an SVG image."""
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", border=3, scale=6, xmldecl=False, dark="#000", light="#fff"
    )
    return out.getvalue().decode()
