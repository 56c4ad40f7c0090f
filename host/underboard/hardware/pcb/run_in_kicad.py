"""Pouring, checking and plotting, run by the Python that has KiCad's ``pcbnew``.

``python run_in_kicad.py BOARD.kicad_pcb FOLDER`` writes ``drc.rpt`` and ``gerbers/`` into the
folder and prints how many pads are not connected.  It imports nothing of ours.
"""

import sys
from pathlib import Path


def main(path: str, folder: str) -> None:
    """Pour the grounds, check the design rules, plot what a maker needs."""
    import pcbnew  # type: ignore[import-not-found]

    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.BuildConnectivity()
    # Relative paths would begin beside the board file.
    out = Path(folder).resolve()
    gerbers = out / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    # Newer programs have another name for it.
    units = getattr(pcbnew, "EDA_UNITS_MILLIMETRES", None)
    millimetres = pcbnew.EDA_UNITS_MM if units is None else units
    pcbnew.WriteDRCReport(board, str(out / "drc.rpt"), millimetres, True)
    plot = pcbnew.PLOT_CONTROLLER(board)
    options = plot.GetPlotOptions()
    options.SetOutputDirectory(str(gerbers))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(True)
    # Holes belong into the drill files; a mark of them in the copper would be a pad.
    marks = getattr(pcbnew.PCB_PLOT_PARAMS, "NO_DRILL_SHAPE", None)
    options.SetDrillMarksType(pcbnew.DRILL_MARKS_NO_DRILL_SHAPE if marks is None else marks)
    options.SetSkipPlotNPTH_Pads(True)
    # Whose pad it is, and of which net, stands beside each pad: a reader can compare.
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    inside = (("inner-copper-1", pcbnew.In1_Cu), ("inner-copper-2", pcbnew.In2_Cu))
    for name, layer in (
        ("front-copper", pcbnew.F_Cu),
        *(inside if board.GetCopperLayerCount() > 2 else ()),
        ("back-copper", pcbnew.B_Cu),
        ("front-mask", pcbnew.F_Mask),
        ("back-mask", pcbnew.B_Mask),
        ("front-paste", pcbnew.F_Paste),
        ("front-silk", pcbnew.F_SilkS),
        ("edge", pcbnew.Edge_Cuts),
    ):
        plot.SetLayer(layer)
        plot.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plot.PlotLayer()
    plot.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    # Without a format it writes hundredths of a millimetre as if they were millimetres.
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(gerbers), True, False)
    print(board.GetConnectivity().GetUnconnectedCount())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
