-- Adds what every page shares (style, script, the other language's address) and Plotly where a page has charts.
-- Addresses are relative, so that the site works from any folder and straight from the disk.
local has_charts = false

function RawBlock(block)
  if block.format == "html" and block.text:find("Plotly.newPlot", 1, true) then
    has_charts = true
  end
end

function Pandoc(doc)
  quarto.log.output(quarto.project, quarto.doc.input_file, quarto.doc.output_file, quarto.project.offset)
  quarto.doc.include_text("in-header", "<!--X-->")
end
