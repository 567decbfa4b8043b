// Which VersityGW is built by name where no program of it is found, and the oldest Go that can build it.
module dbreport/versitygw

go 1.25.0

require github.com/versity/versitygw v1.8.0
