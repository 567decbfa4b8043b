// Which FerretDB is built by name, and the oldest Go that can build it.
module dbreport/ferretdb

go 1.25.0

require github.com/FerretDB/FerretDB/v2 v2.7.0
